import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AliasOperations, StartedAlias } from '../../src/connectors/acquirers/port/alias.js';
import type { NotFound, NotSent } from '../../src/connectors/acquirers/port/attempt.js';
import type { AcquirerConnector } from '../../src/connectors/acquirers/port/acquirer-connector.js';
import type { MandateRequest, RecurringOperations } from '../../src/connectors/acquirers/port/mandate.js';
import type { FailureReason } from '../../src/connectors/acquirers/port/failure-reasons.js';
import { uuidToReference } from '../../src/common/reference.js';
import type { AcquirerEvent, RawCallback } from '../../src/connectors/acquirers/port/callback.js';
import { wireValueOf } from '../../src/products/payments/blik-aliases/wire-value.js';
import {
  mandateCharge,
  mandateRequest,
  attemptRequest,
  startedAttempt,
  startedMandate,
} from '../sandbox/acquirer/support/acquirer-world.js';
import { until } from '../support/until.js';
import type { AcquirerHarness } from './acquirer-connector.contract.js';

/** Requests with known results, and actions of the payer, at an acquirer with recurring payments or at its simulator. */
export interface RecurringHarness {
  /** A mandate with a setup payment that the payer accepts immediately. */
  accepted(): MandateRequest;
  /** A mandate that waits for the payer. */
  waiting(): MandateRequest;
  /** A mandate whose registration the acquirer declines for this reason. */
  refused: { mandate: () => MandateRequest; reason: FailureReason };
  /** A mandate whose request reaches the acquirer but gets no response. */
  silent(): MandateRequest;
  /** Amounts of charges in minor units, by the result of the charge. `silent`: the charge gets no response. */
  charges: { paid: number; silent: number; refused: { amountMinor: number; reason: FailureReason } };
  acceptInApp(mandate: MandateRequest): Promise<void>;
  /** The payer revokes the mandate in the bank's app. */
  revokeInApp(mandate: MandateRequest): Promise<void>;
}

/** Aliases in known states, and actions of the payer, at an acquirer with aliases or at its simulator. */
export interface AliasHarness {
  /** An alias that was registered with a paid payment. */
  active(): Promise<StartedAlias>;
  /** An alias whose registration the payer's bank declined. */
  refused(): Promise<{ alias: StartedAlias; reason: FailureReason }>;
  /** Two aliases with these values, each registered in a different app. */
  registerInTwoApps(values: readonly [string, string]): Promise<readonly [StartedAlias, StartedAlias]>;
  /** The payer removes the alias in the bank’s app. */
  removeInApp(alias: StartedAlias): Promise<void>;
}

/** The harness for connectors with recurring payments and aliases, in addition to `AcquirerHarness`. */
export interface MandatesHarness extends Pick<AcquirerHarness, 'connector' | 'withShortTimeout' | 'passTime' | 'stop'> {
  recurring: RecurringHarness;
  aliases: AliasHarness;
  /** Callbacks about a mandate or an alias, in the order of arrival. */
  callbacksForReference(reference: string): readonly RawCallback[];
}

/** Tests that a connector with mandates, recurring charges and aliases must pass. */
export function describeAcquirerMandates(name: string, start: () => Promise<MandatesHarness>): void {
  describe(`the acquirer connector ${name}`, () => {
    let harness: MandatesHarness;
    beforeAll(async () => {
      harness = await start();
    });
    afterAll(() => harness.stop());
    describe('a mandate', () => describeRecurring(() => harness));
    describe('an alias', () => describeAliases(() => harness));
  });
}

function describeRecurring(harness: () => MandatesHarness): void {
  const harnessAndOperations = () => requireOperations(harness().recurring, harness().connector.recurring);
  const pollResult = async (request: MandateRequest) =>
    requireResult(await harnessAndOperations().operations.pollMandate(startedMandate(request)));

  it('is registered, accepted, charged and revoked, and each request can be repeated', async () => {
    const { test, operations } = harnessAndOperations();
    const request = test.waiting();
    expect(await operations.registerMandate(request)).toMatchObject({ outcome: 'pending', providerRef: expect.any(String), appKey: null });
    expect(await operations.registerMandate(request)).toMatchObject({ outcome: 'pending' });
    await test.acceptInApp(request);
    expect(await pollResult(request)).toMatchObject({ outcome: 'active', appKey: expect.any(String), next: { kind: 'none' } });
    const charge = mandateCharge(startedMandate(request), test.charges.paid);
    const charges = await Promise.all(Array.from({ length: 10 }, () => operations.chargeMandate(charge)));
    expect(
      new Set(charges.map((result) => ('providerRef' in result ? `${result.outcome} ${result.providerRef}` : result.outcome))).size,
    ).toBe(1);
    expect(await harness().connector.poll({ ...charge.attempt, providerRef: null, data: null })).toMatchObject({
      outcome: 'paid',
      money: charge.attempt.money,
    });
    for (let call = 0; call < 2; call += 1)
      expect(await operations.revokeMandate(startedMandate(request), 'merchant')).toMatchObject({ outcome: 'revoked', by: 'merchant' });
    expect((await operations.chargeMandate(mandateCharge(startedMandate(request), test.charges.paid))).outcome).toBe('failed');
  });

  it('has a reason when its registration or a charge failed', async () => {
    const { test, operations } = harnessAndOperations();
    const { mandate, reason } = test.refused;
    expect(await operations.registerMandate(mandate())).toMatchObject({ outcome: 'failed', reason, rawCode: expect.any(String) });
    const request = test.accepted();
    await operations.registerMandate(request);
    const { amountMinor, reason: chargeReason } = test.charges.refused;
    expect(await operations.chargeMandate(mandateCharge(startedMandate(request), amountMinor))).toMatchObject({
      outcome: 'failed',
      reason: chargeReason,
    });
  });

  it('whose request got no response is polled by its reference, and so is a charge', async () => {
    const { test, operations } = harnessAndOperations();
    const { operations: impatient } = requireOperations(test, harness().withShortTimeout.recurring);
    /** Polls until the acquirer knows the reference. Repeats the request, which may not have reached the acquirer in time. */
    const untilFound = (poll: () => Promise<{ outcome: string }>, send: () => Promise<unknown>) =>
      until(
        async () => {
          const { outcome } = await poll();
          if (outcome === 'not_found') await send();
          return outcome;
        },
        (outcome) => outcome !== 'not_found',
      );
    const request = test.silent();
    const register = () => impatient.registerMandate(request);
    expect(await register()).toMatchObject({ outcome: 'unknown', next: { kind: 'none' } });
    await untilFound(() => operations.pollMandate(startedMandate(request)), register);
    await harness().passTime(120);
    expect(await pollResult(request)).toMatchObject({ outcome: 'active' });
    const charge = mandateCharge(startedMandate(request), test.charges.silent);
    const send = () => impatient.chargeMandate(charge);
    expect(await send()).toMatchObject({ outcome: 'unknown' });
    const poll = () => harness().connector.poll({ ...charge.attempt, providerRef: null, data: null });
    await untilFound(poll, send);
    await harness().passTime(120);
    expect(await poll()).toMatchObject({ outcome: 'paid' });
  });

  it('that the acquirer does not know gives not_found', async () => {
    const { test, operations } = harnessAndOperations();
    const unsent = startedMandate(test.accepted());
    expect([await operations.pollMandate(unsent), await operations.revokeMandate(unsent, 'merchant')]).toEqual([
      { outcome: 'not_found' },
      { outcome: 'not_found' },
    ]);
  });

  it('causes a callback for each change, with its reference, and names the payer who revoked it', async () => {
    const { test, operations } = harnessAndOperations();
    const request = test.waiting();
    await operations.registerMandate(request);
    await test.acceptInApp(request);
    await test.revokeInApp(request);
    await harness().passTime();
    const events = await eventsOf(harness().connector, harness().callbacksForReference(request.reference), 'consent');
    expect(events.map(({ result }) => result)).toMatchObject([{ outcome: 'active' }, { outcome: 'revoked', by: 'payer' }]);
    expect(events.map(({ reference }) => reference)).toEqual([request.reference, request.reference]);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(2);
  });
}

function describeAliases(harness: () => MandatesHarness): void {
  const harnessAndOperations = () => requireOperations(harness().aliases, harness().connector.aliases);
  const pollResult = async (alias: StartedAlias) => requireResult(await harnessAndOperations().operations.pollAlias(alias));

  const appOf = async (alias: StartedAlias): Promise<string | null> => {
    const result = await harnessAndOperations().operations.pollAlias(alias);
    return result.outcome === 'active' ? result.appKey : null;
  };

  it('is active after its payment until it is unregistered, and can be unregistered twice', async () => {
    const alias = await harnessAndOperations().test.active();
    expect(await pollResult(alias)).toMatchObject({ outcome: 'active', appKey: expect.any(String), providerRef: expect.any(String) });
    for (let call = 0; call < 2; call += 1)
      expect(await harnessAndOperations().operations.unregisterAlias(alias)).toMatchObject({ outcome: 'unregistered' });
    expect(await pollResult(alias)).toMatchObject({ outcome: 'unregistered' });
  });

  it('has a reason when its registration failed', async () => {
    const { alias, reason } = await harnessAndOperations().test.refused();
    expect(await pollResult(alias)).toMatchObject({ outcome: 'failed', reason, appKey: null });
  });

  it('that the acquirer does not know gives not_found', async () => {
    const unsent = { reference: 'never', value: 'never', providerRef: null, data: null };
    const { operations } = harnessAndOperations();
    expect([await operations.pollAlias(unsent), await operations.unregisterAlias(unsent)]).toEqual([
      { outcome: 'not_found' },
      { outcome: 'not_found' },
    ]);
  });

  it.each<[string, readonly [string, string]]>([
    [
      'that two services use for their payers',
      ['0a1b2c3d', '4e5f6a7b'].map((service) => wireValueOf('UID', service, 'customer-7')) as never,
    ],
    ['that differs from another value only in the case of the last character', [`${'v'.repeat(127)}a`, `${'v'.repeat(127)}A`]],
  ])('with a value %s pays only in its own app', async (_, values) => {
    const [first, second] = await harnessAndOperations().test.registerInTwoApps(values);
    const [ownApp, otherApp] = [await appOf(first), await appOf(second)];
    expect(new Set([ownApp, otherApp, null]).size).toBe(3);
    const pay = async (app: string | null) => {
      const { connector } = harness();
      const attempt = attemptRequest({ channel: 'blik-level0' });
      const submission = { kind: 'alias', reference: uuidToReference(randomUUID()), value: first.value, app } as const;
      return connector.submitCode(startedAttempt(attempt, await connector.start(attempt)), submission);
    };
    expect(await pay(otherApp)).toMatchObject({ outcome: 'failed', reason: 'alias_unknown' });
    for (const app of [ownApp, null]) expect((await pay(app)).outcome).toMatch(/pending|paid/);
  });

  it('causes a callback for each change, with its reference', async () => {
    const alias = await harnessAndOperations().test.active();
    await harnessAndOperations().test.removeInApp(alias);
    await harness().passTime();
    const events = await eventsOf(harness().connector, harness().callbacksForReference(alias.reference), 'alias');
    expect(events.map(({ result }) => result.outcome)).toEqual(['active', 'unregistered']);
    expect(events[0]).toMatchObject({ reference: alias.reference, result: { appKey: expect.any(String) } });
  });
}

/** The outcomes of a mandate and a charge (`sent`), and of polls and revocations of a mandate and an alias (`polled`). */
export async function mandateOutcomesOf({ recurring, aliases }: AcquirerConnector): Promise<Record<'sent' | 'polled', string[]>> {
  const mandate = mandateRequest();
  const alias = { reference: 'alias', value: 'alias', providerRef: null, data: null };
  const [sent, polled] = [[], []] as [Promise<{ outcome: string }>[], Promise<{ outcome: string }>[]];
  if (recurring) {
    const started = startedMandate(mandate);
    sent.push(recurring.registerMandate(mandate), recurring.chargeMandate(mandateCharge(started, 1_000)));
    polled.push(recurring.pollMandate(started), recurring.revokeMandate(started, 'merchant'));
  }
  if (aliases) polled.push(aliases.pollAlias(alias), aliases.unregisterAlias(alias));
  const outcomesOf = async (results: readonly Promise<{ outcome: string }>[]) => (await Promise.all(results)).map(({ outcome }) => outcome);
  return { sent: await outcomesOf(sent), polled: await outcomesOf(polled) };
}

function requireOperations<Test, Operations extends AliasOperations | RecurringOperations>(test: Test, operations: Operations | null) {
  if (!operations) throw new Error('The connector does not have these operations');
  return { test, operations };
}

function requireResult<Result extends { outcome: string }>(result: Result | NotFound | NotSent) {
  if (result.outcome === 'not_found' || result.outcome === 'not_sent')
    throw new Error(`The acquirer does not know the reference: ${result.outcome}`);
  return result;
}

async function eventsOf<Kind extends AcquirerEvent['kind']>(connector: AcquirerConnector, raw: readonly RawCallback[], kind: Kind) {
  const callbacks = await Promise.all(raw.map((callback) => connector.readCallback(callback)));
  const events = callbacks.flatMap((callback) => (callback.verdict === 'verified' ? callback.events : []));
  return events.filter((event): event is Extract<AcquirerEvent, { kind: Kind }> => event.kind === kind);
}
