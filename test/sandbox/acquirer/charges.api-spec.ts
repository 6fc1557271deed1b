import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MandateCharge, MandateRequest } from '../../../src/connectors/acquirers/port/mandate.js';
import { reasonOfBlikErrorCode } from '../../../src/connectors/acquirers/port/failure-reasons.js';
import { CONFIRMATION_AMOUNT_MINOR } from '../../../src/sandbox/acquirer/scenarios/charge-scenarios.js';
import { CAUSE_OF_AMOUNT } from '../../../src/sandbox/acquirer/scenarios/code-scenarios.js';
import { PAYMENT_SCENARIOS } from '../../../src/sandbox/acquirer/scenarios/payment-scenarios.js';
import { withConnectorTimeout } from '../../support/connector-timeout.js';
import {
  mandateCharge,
  mandateRequest,
  type AcquirerWorld,
  attemptRequest,
  refundRequest,
  startAcquirerWorld,
  startedMandate,
} from './support/acquirer-world.js';

const HOUR_SECONDS = 3_600;

let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld({ clockStopped: true });
});
afterAll(() => world.stop());

const recurring = () => world.acquirer().recurring;
const registerMandate = async (changes: Partial<MandateRequest> = {}) => {
  const request = mandateRequest(changes);
  await recurring().registerMandate(request);
  return startedMandate(request);
};
const pollCharge = ({ attempt }: MandateCharge) => world.acquirer().poll({ ...attempt, providerRef: null, data: null });
const decide = ({ attempt }: MandateCharge, decision: string, bank = 'debowy') =>
  world.decideInApp(`${bank}/charges/${attempt.reference}`, decision);
const inHours = async (hours: number): Promise<Date> => new Date((await world.now()).getTime() + hours * HOUR_SECONDS * 1000);
const terms = (changes: Partial<MandateRequest['terms']>) => ({ ...mandateRequest().terms, ...changes });

describe.each(['A', 'O'] as const)('a charge of model %s', (model) => {
  it('is paid once for each reference without a confirmation, and can be refunded like any payment', async () => {
    const charge = mandateCharge(await registerMandate({ model }), 1_234);
    const results = await Promise.all(Array.from({ length: 10 }, () => recurring().chargeMandate(charge)));
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['paid']));
    expect(await pollCharge(charge)).toMatchObject({ outcome: 'paid', money: charge.attempt.money, submission: null });
    await world.sandbox.deliverCallbacks('due');
    expect(world.rawCallbacksAbout(charge.attempt.reference)).toHaveLength(1);
    const { providerRef } = { providerRef: null, ...(await pollCharge(charge)) };
    expect(await world.acquirer().refund(refundRequest({ ...charge.attempt, providerRef, data: null }, 1_000))).toMatchObject({
      outcome: 'pending',
    });
    expect(
      await recurring().chargeMandate({ ...charge, attempt: { ...charge.attempt, money: { amountMinor: 1, currency: 'PLN' } } }),
    ).toMatchObject({
      outcome: 'unknown',
    });
  });

  it.each([...CAUSE_OF_AMOUNT])('of %d minor units fails: %s', async (amountMinor, cause) => {
    expect(await recurring().chargeMandate(mandateCharge(await registerMandate({ model }), amountMinor))).toMatchObject({
      outcome: 'failed',
      reason: reasonOfBlikErrorCode(cause),
      rawCode: cause,
      next: { kind: 'none' },
    });
  });

  it('waits for the payer’s confirmation at the confirmation amount, until the payment expires', async () => {
    const mandate = await registerMandate({ model });
    const [confirmed, refused, undecided] = [1, 2, 3].map(() => mandateCharge(mandate, CONFIRMATION_AMOUNT_MINOR)) as [
      MandateCharge,
      MandateCharge,
      MandateCharge,
    ];
    for (const charge of [confirmed, refused, undecided]) {
      charge.attempt.expiresAt = await inHours(1);
      expect(await recurring().chargeMandate(charge)).toMatchObject({
        outcome: 'pending',
        next: { kind: 'waitPayer', until: charge.attempt.expiresAt },
      });
    }
    await decide(confirmed, 'confirm');
    await decide(refused, 'refuse');
    await world.forward(HOUR_SECONDS);
    expect(await pollCharge(confirmed)).toMatchObject({ outcome: 'paid' });
    expect(await pollCharge(refused)).toMatchObject({ outcome: 'failed', reason: 'payer_declined', next: { kind: 'none' } });
    expect(await pollCharge(undecided)).toMatchObject({ outcome: 'failed', reason: 'payer_timeout' });
  });
});

/**
 * Outcomes of a charge without a confirmation, by amount: `now` right after the charge, `finally` after all steps of the scenario.
 * `reports` is the number of callbacks.
 */
const OUTCOMES: Record<number, { now: string; finally: string; reports: number }> = {
  777_91: { now: 'failed', finally: 'failed', reports: 1 },
  777_92: { now: 'pending', finally: 'paid', reports: 1 },
  777_93: { now: 'unknown', finally: 'paid', reports: 0 },
  777_94: { now: 'paid', finally: 'paid', reports: 3 },
  777_95: { now: 'paid', finally: 'failed', reports: 2 },
  777_96: { now: 'pending', finally: 'paid', reports: 2 },
  777_97: { now: 'paid', finally: 'paid', reports: 1 },
  777_98: { now: 'paid', finally: 'paid', reports: 0 },
  777_99: { now: 'pending', finally: 'expired', reports: 1 },
  100_00: { now: 'paid', finally: 'paid', reports: 1 },
};

describe('a charge without a confirmation', () => {
  it.each(PAYMENT_SCENARIOS.map((row) => [row.amountMinor ?? 100_00, row.outcome] as const))(
    'has this outcome at %d minor units: %s',
    async (amountMinor) => {
      const scenario = OUTCOMES[amountMinor];
      const charge = mandateCharge(await registerMandate(), amountMinor);
      charge.attempt.expiresAt = await inHours(1);
      const send = () => recurring().chargeMandate(charge);
      const { outcome } = await (scenario?.now === 'unknown' ? withConnectorTimeout(world.database, send, 'acquirer_payment') : send());
      expect(outcome).toBe(scenario?.now);
      if (amountMinor === 777_97) expect(world.rawCallbacksAbout(charge.attempt.reference)).toHaveLength(1);
      await world.sandbox.deliverCallbacks('due');
      await world.forward(2 * HOUR_SECONDS);
      await world.sandbox.deliverCallbacks('due');
      expect((await pollCharge(charge)).outcome).toBe(scenario?.finally);
      expect(world.rawCallbacksAbout(charge.attempt.reference)).toHaveLength(scenario?.reports ?? -1);
    },
  );
});

describe('a charge of model M', () => {
  const startManualCharge = async (amountMinor = 1_000, changes: Partial<MandateCharge> = {}) => {
    const charge = mandateCharge(await registerMandate({ model: 'M' }), amountMinor, changes);
    return { charge, result: await recurring().chargeMandate(charge) };
  };

  it('waits for the payer, whose first decision counts', async () => {
    const [confirmed, refused] = [await startManualCharge(), await startManualCharge()];
    expect(confirmed.result).toMatchObject({ outcome: 'pending', next: { kind: 'waitPayer', until: await inHours(72) } });
    expect((await decide(confirmed.charge, 'confirm', 'morski')).status).toBe(404);
    expect((await decide(confirmed.charge, 'perhaps')).status).toBe(404);
    for (const decision of ['confirm', 'refuse']) expect((await decide(confirmed.charge, decision)).status).toBe(303);
    for (const decision of ['refuse', 'confirm']) await decide(refused.charge, decision);
    expect(await pollCharge(confirmed.charge)).toMatchObject({ outcome: 'paid', money: confirmed.charge.attempt.money });
    expect(await pollCharge(refused.charge)).toMatchObject({ outcome: 'failed', reason: 'payer_declined' });
  });

  it('waits until the merchant’s time limit, and 72 hours at most', async () => {
    const [short, long] = [
      await startManualCharge(1_000, { until: await inHours(5) }),
      await startManualCharge(1_000, { until: await inHours(100) }),
    ];
    expect(short.result).toMatchObject({ next: { until: await inHours(5) } });
    expect(long.result).toMatchObject({ next: { until: await inHours(72) } });
    await world.forward(5 * HOUR_SECONDS);
    await decide(short.charge, 'confirm');
    expect(await pollCharge(short.charge)).toMatchObject({ outcome: 'failed', reason: 'mandate_timeout', rawCode: 'AM_TIMEOUT' });
    await world.forward(67 * HOUR_SECONDS - 1);
    expect((await pollCharge(long.charge)).outcome).toBe('pending');
    await world.forward(1);
    expect(await pollCharge(long.charge)).toMatchObject({ outcome: 'failed', reason: 'mandate_timeout' });
    await world.sandbox.deliverCallbacks('due');
    expect(world.rawCallbacksAbout(long.charge.attempt.reference)).toHaveLength(1);
  });

  it('can be refused by the bank after the payer has confirmed', async () => {
    const { charge, result } = await startManualCharge(120_00);
    expect(result.outcome).toBe('pending');
    await decide(charge, 'confirm');
    expect(await pollCharge(charge)).toMatchObject({ outcome: 'failed', reason: 'insufficient_funds' });
  });

  it('can be cancelled by the merchant while it waits', async () => {
    const { charge, result } = await startManualCharge();
    const providerRef = 'providerRef' in result ? result.providerRef : null;
    expect(await world.acquirer().cancel({ ...charge.attempt, providerRef, data: null })).toMatchObject({ outcome: 'canceled' });
    await decide(charge, 'confirm');
    expect((await pollCharge(charge)).outcome).toBe('canceled');
  });

  it('is shown in the app with its lines and the new label of the mandate', async () => {
    const { charge } = await startManualCharge(4_321, { label: 'Gem Club Gold', lines: ['March', 'Chess & go'] });
    const page = await (await fetch(`${world.sandbox.url}/bank-app/debowy`)).text();
    for (const text of ['43.21', 'Gem Club Gold', 'March', 'Chess &amp; go']) expect(page).toContain(text);
    const { charges } = (await (await fetch(`${world.sandbox.url}/bank-app/debowy/waiting.json`)).json()) as {
      charges: { reference: string }[];
    };
    expect(charges.map(({ reference }) => reference)).toContain(charge.attempt.reference);
  });
});

describe('a charge that the mandate does not cover', () => {
  const sendCharge = async (mandate: Awaited<ReturnType<typeof registerMandate>>, amountMinor: number) =>
    recurring().chargeMandate(mandateCharge(mandate, amountMinor));

  it('fails above the limit of one charge and above the total limit', async () => {
    const mandate = await registerMandate({
      model: 'A',
      terms: terms({ limit: { amountMinor: 1_000, currency: 'PLN' }, totalLimitMinor: 1_500 }),
    });
    expect(await sendCharge(mandate, 1_001)).toMatchObject({ reason: 'alias_amount', rawCode: 'ER_DATAAMT_HUGE' });
    expect((await sendCharge(mandate, 1_000)).outcome).toBe('paid');
    expect(await sendCharge(mandate, 501)).toMatchObject({ reason: 'alias_amount' });
    expect((await sendCharge(mandate, 500)).outcome).toBe('paid');
  });

  it('never exceeds the limits of count and sum with concurrent charges', async () => {
    const mandate = await registerMandate({ model: 'A', terms: terms({ chargesLimit: 3, totalLimitMinor: 100_000 }) });
    const results = await Promise.all(Array.from({ length: 10 }, () => sendCharge(mandate, 1_000)));
    expect(results.filter(({ outcome }) => outcome === 'paid')).toHaveLength(3);
    const mandateWithTotal = await registerMandate({ model: 'A', terms: terms({ totalLimitMinor: 3_999 }) });
    expect(
      (await Promise.all(Array.from({ length: 10 }, () => sendCharge(mandateWithTotal, 1_000)))).filter(
        ({ outcome }) => outcome === 'paid',
      ),
    ).toHaveLength(3);
  });

  it('is rejected because of a waiting charge, but not because of the first payment of the mandate', async () => {
    const attempt = attemptRequest({ channel: 'blik-recurrent', money: { amountMinor: 1_000, currency: 'PLN' } });
    const mandate = await registerMandate({ model: 'M', attempt, terms: terms({ chargesLimit: 1, totalLimitMinor: 1_000 }) });
    expect((await sendCharge(mandate, 1_000)).outcome).toBe('pending');
    expect(await sendCharge(mandate, 1_000)).toMatchObject({ reason: 'alias_amount' });
  });

  it('fails before the first charge date, and failed charges do not count', async () => {
    const mandate = await registerMandate({ model: 'A', terms: terms({ firstChargeOn: await inHours(24), chargesLimit: 1 }) });
    expect(await sendCharge(mandate, 1_000)).toMatchObject({ reason: 'limit_exceeded' });
    await world.forward(24 * HOUR_SECONDS);
    expect((await sendCharge(mandate, 120_00)).outcome).toBe('failed');
    expect((await sendCharge(mandate, 1_000)).outcome).toBe('paid');
    expect(await sendCharge(mandate, 1_000)).toMatchObject({ reason: 'limit_exceeded' });
  });

  it('fails under a mandate that was revoked, was refused or does not exist', async () => {
    const [revoked, refused] = [await registerMandate(), await registerMandate({ code: '000005' })];
    await recurring().revokeMandate(revoked, 'merchant');
    expect(await sendCharge(revoked, 1_000)).toMatchObject({ outcome: 'failed', reason: 'alias_declined' });
    expect(await sendCharge(refused, 1_000)).toMatchObject({ outcome: 'failed', reason: 'alias_unknown' });
    expect(await sendCharge(startedMandate(mandateRequest()), 1_000)).toMatchObject({ outcome: 'failed', reason: 'alias_unknown' });
  });
});
