import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MandateRequest } from '../../../src/connectors/acquirers/port/mandate.js';
import { reasonOfBlikErrorCode } from '../../../src/connectors/acquirers/port/failure-reasons.js';
import { CAUSE_OF_AMOUNT, CODE_SCENARIOS } from '../../../src/sandbox/acquirer/scenarios/code-scenarios.js';
import { withConnectorTimeout } from '../../support/connector-timeout.js';
import {
  mandateCharge,
  mandateRequest,
  type AcquirerWorld,
  codeSubmission,
  startAcquirerWorld,
  startedAttempt,
  startedMandate,
} from './support/acquirer-world.js';

let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld({ clockStopped: true });
});
afterAll(() => world.stop());

const WAITING_CODE = '654321'; // not a test value, so the payer has to confirm in the app
const DAY_SECONDS = 86_400;
const recurring = () => world.acquirer().recurring;
const pln = (amountMinor: number) => ({ amountMinor, currency: 'PLN' });
const register = async (changes: Parameters<typeof mandateRequest>[0] = {}) => {
  const request = mandateRequest(changes);
  return { request, started: startedMandate(request), result: await recurring().registerMandate(request) };
};
const pollMandate = ({ request }: { request: MandateRequest }) => recurring().pollMandate(startedMandate(request));
const pollFirstPayment = ({ request }: { request: MandateRequest }) =>
  world.acquirer().poll(startedAttempt(request.attempt, { outcome: 'not_sent' }));
const reportedOutcomes = async (reference: string): Promise<string[]> => {
  const callbacks = await Promise.all(world.rawCallbacksAbout(reference).map((raw) => world.acquirer().readCallback(raw)));
  return callbacks
    .flatMap((callback) => (callback.verdict === 'verified' ? callback.events : []))
    .map((event) => ('result' in event ? event.result.outcome : event.kind));
};

interface Expected {
  now: string;
  finally: string;
  reports: string[];
}

/**
 * Expected outcomes of a mandate and of its first payment, for codes that are not refused immediately. `silent`: the request gets no
 * response. `beforeAnswer`: the callback arrives before the response. `payment`: outcomes of the first payment that differ from those of
 * the mandate. A new row of `CODE_SCENARIOS` fails until its outcomes are added.
 */
const EXPECTED: Record<string, Expected & { silent?: true; beforeAnswer?: true; payment?: Expected }> = {
  '777xxx': { now: 'active', finally: 'active', reports: ['active'] },
  '000006': { now: 'pending', finally: 'failed', reports: ['failed'] },
  '000013': { now: 'pending', finally: 'active', reports: [], silent: true },
  '000014': { now: 'pending', finally: 'active', reports: ['active'] },
  '000015': { now: 'active', finally: 'active', reports: ['active', 'active', 'active'] },
  '000016': { now: 'active', finally: 'failed', reports: ['active', 'failed'] },
  '000017': { now: 'pending', finally: 'active', reports: ['failed', 'active'] },
  '000018': { now: 'active', finally: 'active', reports: ['active'], beforeAnswer: true },
  '000019': { now: 'failed', finally: 'failed', reports: ['failed'], payment: { now: 'paid', finally: 'paid', reports: ['paid'] } },
  '000020': {
    now: 'active',
    finally: 'revoked',
    reports: ['active', 'revoked'],
    payment: { now: 'paid', finally: 'paid', reports: ['paid'] },
  },
  '000021': {
    now: 'active',
    finally: 'revoked',
    reports: ['active', 'revoked'],
    payment: { now: 'paid', finally: 'paid', reports: ['paid'] },
  },
  '000022': {
    now: 'active',
    finally: 'expired',
    reports: ['active', 'expired'],
    payment: { now: 'paid', finally: 'paid', reports: ['paid'] },
  },
  [WAITING_CODE]: { now: 'pending', finally: 'failed', reports: ['failed'] },
};
const REFUSED: Expected = { now: 'failed', finally: 'failed', reports: ['failed'] };
const ofPayment = (outcome: string): string => (outcome === 'active' ? 'paid' : outcome);

describe('a mandate', () => {
  it.each(CODE_SCENARIOS.map(({ code, outcome }) => [code ?? WAITING_CODE, outcome] as const))(
    'has this outcome with the code %s: %s',
    async (code) => {
      const expectedMandate = EXPECTED[code] ?? REFUSED;
      const { silent, beforeAnswer, payment } = { silent: false, beforeAnswer: false, payment: null, ...expectedMandate };
      const request = mandateRequest({ code: code.replace('xxx', '000'), money: pln(1_000) });
      request.attempt.expiresAt = new Date((await world.now()).getTime() + 3_600_000);
      const send = () => recurring().registerMandate(request);
      const result = await (silent ? withConnectorTimeout(world.database, send, 'acquirer_payment') : send());
      expect(result.outcome).toBe(silent ? 'unknown' : expectedMandate.now);
      if (expectedMandate === REFUSED) {
        const [row] = CODE_SCENARIOS.filter((one) => one.code === code);
        expect(result).toMatchObject({ reason: reasonOfBlikErrorCode(row?.steps[0]?.cause ?? ''), next: { kind: 'none' }, appKey: null });
      }
      const expected = payment ?? {
        now: ofPayment(expectedMandate.now),
        finally: ofPayment(expectedMandate.finally),
        reports: expectedMandate.reports.map(ofPayment),
      };
      expect(await reportedOutcomes(request.reference)).toEqual(beforeAnswer ? ['active'] : []);
      expect((await pollFirstPayment({ request })).outcome).toBe(expected.now);
      await world.sandbox.deliverCallbacks('due');
      await world.forward(2 * 3_600);
      await world.sandbox.deliverCallbacks('due');
      expect((await pollMandate({ request })).outcome).toBe(expectedMandate.finally);
      expect((await pollFirstPayment({ request })).outcome).toBe(expected.finally);
      expect(await reportedOutcomes(request.reference)).toEqual(expectedMandate.reports);
      expect(await reportedOutcomes(request.attempt.reference)).toEqual(expected.reports);
    },
  );

  it.each([...CAUSE_OF_AMOUNT])('fails with its first payment of %d minor units: %s', async (amountMinor, cause) => {
    const mandate = await register({ money: pln(amountMinor) });
    expect(mandate.result).toMatchObject({ outcome: 'failed', reason: reasonOfBlikErrorCode(cause), rawCode: cause });
    expect(await pollFirstPayment(mandate)).toMatchObject({
      outcome: 'failed',
      reason: reasonOfBlikErrorCode(cause),
      next: { kind: 'none' },
    });
  });

  it('becomes active without a payment when there is no first payment', async () => {
    const mandate = await register();
    expect(mandate.result).toMatchObject({ outcome: 'active', appKey: 'debowy' });
    expect(await pollFirstPayment(mandate)).toEqual({ outcome: 'not_found' });
  });

  it('names who ended it', async () => {
    const [byPayer, byScheme] = [await register({ code: '000020' }), await register({ code: '000021' })];
    await world.forward(60);
    expect(await pollMandate(byPayer)).toMatchObject({ outcome: 'revoked', by: 'payer', appKey: 'debowy' });
    expect(await pollMandate(byScheme)).toMatchObject({ outcome: 'revoked', by: 'scheme' });
  });

  it('has the same event id in repeated callbacks', async () => {
    const { request } = await register({ code: '000015' });
    await world.sandbox.deliverCallbacks('due');
    const ids = world.rawCallbacksAbout(request.reference).map(({ body }) => (JSON.parse(body.toString()) as { eventId: string }).eventId);
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
  });
});

describe('a mandate in the bank’s app', () => {
  const registerWaiting = (changes: Parameters<typeof mandateRequest>[0] = {}) => register({ code: WAITING_CODE, ...changes });
  const sendDecision = ({ request }: { request: MandateRequest }, decision: string, bank = 'debowy') =>
    world.decideInApp(`${bank}/consents/${request.reference}`, decision);

  it('can be accepted with the form that the app shows', async () => {
    const mandate = await registerWaiting();
    const page = await (await fetch(`${world.sandbox.url}/bank-app/debowy`)).text();
    const [, action = ''] = new RegExp(`action="([^"]+/${mandate.request.reference})"`).exec(page) ?? [];
    const body = new URLSearchParams({ answer: 'accept' });
    const { status } = await fetch(new URL(action, world.sandbox.url), { method: 'POST', redirect: 'manual', body });
    expect(status).toBe(303);
    expect(await pollMandate(mandate)).toMatchObject({ outcome: 'active' });
  });

  it('waits for a minute together with its first payment, and the payer’s first decision counts for both', async () => {
    const [mandate, refused] = [await registerWaiting({ money: pln(1_000) }), await registerWaiting({ money: pln(1_000) })];
    expect(mandate.result).toMatchObject({ outcome: 'pending', appKey: null, next: { kind: 'waitPayer' } });
    expect(await pollFirstPayment(mandate)).toMatchObject({ outcome: 'pending', next: { kind: 'waitPayer' } });
    expect((await sendDecision(mandate, 'accept')).status).toBe(303);
    await sendDecision(mandate, 'refuse'); // too late
    await sendDecision(refused, 'refuse');
    await sendDecision(refused, 'accept');
    expect(await pollMandate(mandate)).toMatchObject({ outcome: 'active', appKey: 'debowy', next: { kind: 'none' } });
    expect((await pollFirstPayment(mandate)).outcome).toBe('paid');
    await world.forward(60); // the time limit of the mandate
    expect([(await pollMandate(mandate)).outcome, (await pollFirstPayment(mandate)).outcome]).toEqual(['active', 'paid']);
    expect(await pollMandate(refused)).toMatchObject({ outcome: 'failed', reason: 'payer_declined' });
    expect(await pollFirstPayment(refused)).toMatchObject({ outcome: 'failed', reason: 'payer_declined' });
  });

  it('expires after a minute without a decision', async () => {
    const mandate = await registerWaiting();
    await world.forward(60);
    await sendDecision(mandate, 'accept');
    expect(await pollMandate(mandate)).toMatchObject({ outcome: 'failed', reason: 'payer_timeout' });
  });

  it('is not shown in the app when a test code decides', async () => {
    const mandate = await register({ code: '000006' });
    expect(mandate.result).toMatchObject({ outcome: 'pending', next: { kind: 'waitPayer' } });
    expect((await sendDecision(mandate, 'accept')).status).toBe(404);
    expect(await (await fetch(`${world.sandbox.url}/bank-app/debowy`)).text()).not.toContain(mandate.request.reference);
  });

  it('is rejected in another bank’s app, with an unknown reference or with a decision that does not fit its state', async () => {
    const mandate = await registerWaiting();
    expect((await sendDecision(mandate, 'accept', 'morski')).status).toBe(404);
    expect((await sendDecision(mandate, 'cancel')).status).toBe(404);
    expect((await world.decideInApp('debowy/consents/nothing', 'accept')).status).toBe(404);
    expect((await sendDecision(mandate, 'accept', 'nobank')).status).toBe(404);
    expect((await pollMandate(mandate)).outcome).toBe('pending');
  });

  it('can be ended by the payer or by the bank, and charges that wait end with it', async () => {
    for (const [decision, by] of [
      ['cancel', 'payer'],
      ['close', 'scheme'],
    ] as const) {
      const mandate = await register({ model: 'M' });
      const charge = mandateCharge(mandate.started, 500);
      expect(await recurring().chargeMandate(charge)).toMatchObject({ outcome: 'pending' });
      await world.decideInApp(`debowy/agreements/${mandate.request.reference}`, decision);
      await world.decideInApp(`debowy/agreements/${mandate.request.reference}`, decision);
      expect(await pollMandate(mandate)).toMatchObject({ outcome: 'revoked', by });
      expect(await world.acquirer().poll({ ...charge.attempt, providerRef: null, data: null })).toMatchObject({ reason: 'alias_declined' });
      await world.sandbox.deliverCallbacks('due');
      expect(await reportedOutcomes(mandate.request.reference)).toEqual(['active', 'revoked']);
    }
  });

  it.each(['merchant', 'payer'] as const)(
    'can be revoked by the %s while it waits or is active, and a repeated revocation has the same result',
    async (endedBy) => {
      const [waitingMandate, active] = [await registerWaiting({ money: pln(1_000) }), await register()];
      for (const mandate of [waitingMandate, active, active]) {
        expect(await recurring().revokeMandate(mandate.started, endedBy)).toMatchObject({ outcome: 'revoked', by: endedBy });
      }
      expect((await pollFirstPayment(waitingMandate)).outcome).toBe('failed');
      await sendDecision(waitingMandate, 'accept');
      expect((await pollMandate(waitingMandate)).outcome).toBe('revoked');
    },
  );

  it('stays active when all future callbacks are delivered', async () => {
    const mandate = await register({
      terms: { ...mandateRequest().terms, expiresAt: new Date((await world.now()).getTime() + DAY_SECONDS * 1000) },
    });
    await world.sandbox.deliverCallbacks('all');
    expect((await pollMandate(mandate)).outcome).toBe('active');
  });

  it('expires at the end of its terms', async () => {
    const expiresAt = new Date((await world.now()).getTime() + 30 * DAY_SECONDS * 1000);
    const mandate = await register({ terms: { ...mandateRequest().terms, expiresAt } });
    await world.forward(30 * DAY_SECONDS - 1);
    expect((await pollMandate(mandate)).outcome).toBe('active');
    await world.forward(1);
    expect((await pollMandate(mandate)).outcome).toBe('expired');
    await world.decideInApp(`debowy/agreements/${mandate.request.reference}`, 'cancel');
    expect((await pollMandate(mandate)).outcome).toBe('expired');
  });
});

describe('a repeated mandate', () => {
  it('is registered once when it is sent concurrently, and uses the app’s code once', async () => {
    const { code } = (await (await fetch(`${world.sandbox.url}/bank-app/polarny/code.json`, { method: 'POST' })).json()) as {
      code: string;
    };
    const request = mandateRequest({ code });
    const results = await Promise.all(Array.from({ length: 10 }, () => recurring().registerMandate(request)));
    expect(new Set(results.map((one) => ('providerRef' in one ? `${one.providerRef} ${one.outcome}` : one.outcome))).size).toBe(1);
    expect(results[0]).toMatchObject({ outcome: 'pending' });
    expect(await recurring().registerMandate(mandateRequest({ code }))).toMatchObject({ outcome: 'failed', reason: 'code_used' });
  });

  it('is rejected with another model or with the payment of another mandate', async () => {
    const { request } = await register({ money: pln(1_000) });
    expect(await recurring().registerMandate({ ...request, model: 'M' })).toMatchObject({ outcome: 'unknown' });
    const { attempt } = request;
    expect(await recurring().registerMandate({ ...mandateRequest(), attempt })).toMatchObject({ outcome: 'unknown' });
  });

  it('accepts no second code', async () => {
    const { request } = await register({ code: WAITING_CODE, money: pln(1_000) });
    const { providerRef } = { providerRef: null, ...(await pollFirstPayment({ request })) };
    await world.acquirer().submitCode({ ...request.attempt, providerRef, data: null }, codeSubmission('777000'));
    expect((await pollFirstPayment({ request })).outcome).toBe('pending');
  });
});
