import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AliasOperations, StartedAlias } from '../../src/connectors/acquirers/port/alias.js';
import type { NotFound, NotSent } from '../../src/connectors/acquirers/port/attempt.js';
import type { AcquirerConnector } from '../../src/connectors/acquirers/port/acquirer-connector.js';
import type { MandateRequest, RecurringOperations } from '../../src/connectors/acquirers/port/mandate.js';
import type { FailureReason } from '../../src/connectors/acquirers/port/failure-reasons.js';
import { uuidToReference } from '../../src/common/reference.js';
import type { AcquirerEvent, RawCallback } from '../../src/connectors/acquirers/port/callback.js';
import { wireValueOf } from '../../src/products/payments/aliases/wire-value.js';
import {
  mandateCharge,
  mandateRequest,
  attemptRequest,
  startedAttempt,
  startedMandate,
} from '../sandbox/acquirer/support/acquirer-world.js';
import { until } from '../support/until.js';
import type { AcquirerHarness } from './acquirer-connector.contract.js';

/** What an acquirer with recurring payments (or its stand-in) can be made to do. */
export interface RecurringHarness {
  /** The payer accepts without being waited for; nothing is paid with it. */
  accepted(): MandateRequest;
  /** The payer is waited for. */
  waiting(): MandateRequest;
  refused: { mandate: () => MandateRequest; reason: FailureReason };
  /** Asking for it is not answered, but reaches the acquirer. */
  silent(): MandateRequest;
  /** Sums of charges, in minor units. */
  charges: { paid: number; silent: number; refused: { amountMinor: number; reason: FailureReason } };
  accept(mandate: MandateRequest): Promise<void>;
  /** The payer ends it in the bank's app. */
  end(mandate: MandateRequest): Promise<void>;
}

/** What an acquirer with aliases (or its stand-in) can be made to do. */
export interface AliasHarness {
  /** Registered with a payment that the payer made. */
  active(): Promise<StartedAlias>;
  /** With one that the payer refused. */
  refused(): Promise<{ alias: StartedAlias; reason: FailureReason }>;
  /** Each registered under its value in an app of its own. */
  inTwoApps(values: readonly [string, string]): Promise<readonly [StartedAlias, StartedAlias]>;
  end(alias: StartedAlias): Promise<void>;
}

/** For connectors with recurring payments and aliases, besides what every connector passes. */
export interface MandatesHarness extends Pick<AcquirerHarness, 'connector' | 'impatient' | 'letPass' | 'stop'> {
  recurring: RecurringHarness;
  aliases: AliasHarness;
  /** Reports of a mandate or an alias, in the order in which they came. */
  reportsOn(reference: string): readonly RawCallback[];
}

/** What a connector must do about mandates to recurring payments, charges under them, and aliases. */
export function describeAcquirerMandates(name: string, start: () => Promise<MandatesHarness>): void {
  describe(`the channel connector ${name}`, () => {
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
  const parts = () => given(harness().recurring, harness().connector.recurring);
  const asked = async (request: MandateRequest) => read(await parts().operations.pollMandate(startedMandate(request)));

  it('is asked for, accepted, charged and revoked, and each of these again is the same', async () => {
    const { test, operations } = parts();
    const request = test.waiting();
    expect(await operations.registerMandate(request)).toMatchObject({ outcome: 'pending', providerRef: expect.any(String), appKey: null });
    expect(await operations.registerMandate(request)).toMatchObject({ outcome: 'pending' });
    await test.accept(request);
    expect(await asked(request)).toMatchObject({ outcome: 'active', appKey: expect.any(String), next: { kind: 'none' } });
    const charge = mandateCharge(startedMandate(request), test.charges.paid);
    const charges = await Promise.all(Array.from({ length: 10 }, () => operations.chargeMandate(charge)));
    expect(new Set(charges.map((one) => ('providerRef' in one ? `${one.outcome} ${one.providerRef}` : one.outcome))).size).toBe(1);
    expect(await harness().connector.poll({ ...charge.attempt, providerRef: null, data: null })).toMatchObject({
      outcome: 'paid',
      money: charge.attempt.money,
    });
    for (let time = 0; time < 2; time += 1)
      expect(await operations.revokeMandate(startedMandate(request), 'merchant')).toMatchObject({ outcome: 'revoked', by: 'merchant' });
    expect((await operations.chargeMandate(mandateCharge(startedMandate(request), test.charges.paid))).outcome).toBe('failed');
  });

  it('says why it or a charge failed', async () => {
    const { test, operations } = parts();
    const { mandate, reason } = test.refused;
    expect(await operations.registerMandate(mandate())).toMatchObject({ outcome: 'failed', reason, rawCode: expect.any(String) });
    const request = test.accepted();
    await operations.registerMandate(request);
    const { amountMinor, reason: why } = test.charges.refused;
    expect(await operations.chargeMandate(mandateCharge(startedMandate(request), amountMinor))).toMatchObject({
      outcome: 'failed',
      reason: why,
    });
  });

  it('that was not answered is open, and is found by its name; so is a charge', async () => {
    const { test, operations } = parts();
    const { operations: impatient } = given(test, harness().impatient.recurring);
    /** Should the time have been over before the acquirer even had it, it is sent again. */
    const untilFound = (ask: () => Promise<{ outcome: string }>, send: () => Promise<unknown>) =>
      until(
        async () => {
          const { outcome } = await ask();
          if (outcome === 'not_found') await send();
          return outcome;
        },
        (outcome) => outcome !== 'not_found',
      );
    const request = test.silent();
    const register = () => impatient.registerMandate(request);
    expect(await register()).toMatchObject({ outcome: 'unknown', next: { kind: 'none' } });
    await untilFound(() => operations.pollMandate(startedMandate(request)), register);
    await harness().letPass(120);
    expect(await asked(request)).toMatchObject({ outcome: 'active' });
    const charge = mandateCharge(startedMandate(request), test.charges.silent);
    const send = () => impatient.chargeMandate(charge);
    expect(await send()).toMatchObject({ outcome: 'unknown' });
    const ask = () => harness().connector.poll({ ...charge.attempt, providerRef: null, data: null });
    await untilFound(ask, send);
    await harness().letPass(120);
    expect(await ask()).toMatchObject({ outcome: 'paid' });
  });

  it('that the acquirer does not know is not found', async () => {
    const { test, operations } = parts();
    const never = startedMandate(test.accepted());
    expect([await operations.pollMandate(never), await operations.revokeMandate(never, 'merchant')]).toEqual([
      { outcome: 'not_found' },
      { outcome: 'not_found' },
    ]);
  });

  it('is reported as it goes, by its name and with who ended it', async () => {
    const { test, operations } = parts();
    const request = test.waiting();
    await operations.registerMandate(request);
    await test.accept(request);
    await test.end(request);
    await harness().letPass();
    const events = await eventsOf(harness().connector, harness().reportsOn(request.reference), 'consent');
    expect(events.map(({ result }) => result)).toMatchObject([{ outcome: 'active' }, { outcome: 'revoked', by: 'payer' }]);
    expect(events.map(({ reference }) => reference)).toEqual([request.reference, request.reference]);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(2);
  });
}

function describeAliases(harness: () => MandatesHarness): void {
  const parts = () => given(harness().aliases, harness().connector.aliases);
  const asked = async (alias: StartedAlias) => read(await parts().operations.pollAlias(alias));

  const appOf = async (alias: StartedAlias): Promise<string | null> => {
    const result = await parts().operations.pollAlias(alias);
    return result.outcome === 'active' ? result.appKey : null;
  };

  it('is known after the payment it came with, until it is unregistered; doing that again is the same', async () => {
    const alias = await parts().test.active();
    expect(await asked(alias)).toMatchObject({ outcome: 'active', appKey: expect.any(String), providerRef: expect.any(String) });
    for (let time = 0; time < 2; time += 1)
      expect(await parts().operations.unregisterAlias(alias)).toMatchObject({ outcome: 'unregistered' });
    expect(await asked(alias)).toMatchObject({ outcome: 'unregistered' });
  });

  it('says why it was not registered', async () => {
    const { alias, reason } = await parts().test.refused();
    expect(await asked(alias)).toMatchObject({ outcome: 'failed', reason, appKey: null });
  });

  it('that the acquirer does not know is not found', async () => {
    const never = { reference: 'never', value: 'never', providerRef: null, data: null };
    const { operations } = parts();
    expect([await operations.pollAlias(never), await operations.unregisterAlias(never)]).toEqual([
      { outcome: 'not_found' },
      { outcome: 'not_found' },
    ]);
  });

  it.each<[string, readonly [string, string]]>([
    [
      'that two services call their payers by',
      ['0a1b2c3d', '4e5f6a7b'].map((service) => wireValueOf('UID', service, 'customer-7')) as never,
    ],
    ['that differs from another in its last character alone', [`${'v'.repeat(127)}a`, `${'v'.repeat(127)}A`]],
  ])('with a value %s is no other', async (_, values) => {
    const [one, other] = await parts().test.inTwoApps(values);
    const [own, foreign] = [await appOf(one), await appOf(other)];
    expect(new Set([own, foreign, null]).size).toBe(3);
    const pay = async (app: string | null) => {
      const { connector } = harness();
      const attempt = attemptRequest({ channel: 'blik-level0' });
      const submission = { kind: 'alias', reference: uuidToReference(randomUUID()), value: one.value, app } as const;
      return connector.submitCode(startedAttempt(attempt, await connector.start(attempt)), submission);
    };
    expect(await pay(foreign)).toMatchObject({ outcome: 'failed', reason: 'alias_unknown' });
    for (const app of [own, null]) expect((await pay(app)).outcome).toMatch(/pending|paid/);
  });

  it('is reported as it goes, by its name', async () => {
    const alias = await parts().test.active();
    await parts().test.end(alias);
    await harness().letPass();
    const events = await eventsOf(harness().connector, harness().reportsOn(alias.reference), 'alias');
    expect(events.map(({ result }) => result.outcome)).toEqual(['active', 'unregistered']);
    expect(events[0]).toMatchObject({ reference: alias.reference, result: { appKey: expect.any(String) } });
  });
}

/** Of a mandate, a charge, questions about mandate and alias, and of ending them; the first two are sent or not. */
export async function mandateOutcomesOf({ recurring, aliases }: AcquirerConnector): Promise<Record<'begun' | 'asked', string[]>> {
  const mandate = mandateRequest();
  const alias = { reference: 'alias', value: 'alias', providerRef: null, data: null };
  const [begun, asked] = [[], []] as [Promise<{ outcome: string }>[], Promise<{ outcome: string }>[]];
  if (recurring) {
    const known = startedMandate(mandate);
    begun.push(recurring.registerMandate(mandate), recurring.chargeMandate(mandateCharge(known, 1_000)));
    asked.push(recurring.pollMandate(known), recurring.revokeMandate(known, 'merchant'));
  }
  if (aliases) asked.push(aliases.pollAlias(alias), aliases.unregisterAlias(alias));
  const outcomes = async (results: readonly Promise<{ outcome: string }>[]) => (await Promise.all(results)).map(({ outcome }) => outcome);
  return { begun: await outcomes(begun), asked: await outcomes(asked) };
}

function given<Test, Operations extends AliasOperations | RecurringOperations>(test: Test, operations: Operations | null) {
  if (!operations) throw new Error('The connector has none of it');
  return { test, operations };
}

function read<Result extends { outcome: string }>(result: Result | NotFound | NotSent) {
  if (result.outcome === 'not_found' || result.outcome === 'not_sent') throw new Error('The acquirer does not know it');
  return result;
}

async function eventsOf<Kind extends AcquirerEvent['kind']>(connector: AcquirerConnector, raw: readonly RawCallback[], kind: Kind) {
  const reports = await Promise.all(raw.map((one) => connector.readCallback(one)));
  const events = reports.flatMap((report) => (report.verdict === 'verified' ? report.events : []));
  return events.filter((event): event is Extract<AcquirerEvent, { kind: Kind }> => event.kind === kind);
}
