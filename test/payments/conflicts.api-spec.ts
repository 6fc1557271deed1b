import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AttemptResult } from '../../src/connectors/acquirers/port/attempt.js';
import { uuidToReference } from '../../src/common/reference.js';
import type { RefundResult } from '../../src/connectors/acquirers/port/refund.js';
import { SLOW_POLL_COUNT } from '../../src/platform/remote-operations/poll-schedule.js';
import { PaymentExceptionQueries } from '../../src/products/payments/review/payment-exception.queries.js';
import { startWorld, type World } from '../support/world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { FakeAcquirer, attemptResult } from './support/fake-acquirer.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { refundResult } from './support/refund-shop.js';

let world: World;
let payments: PaymentWorld;
let acquirer: FakeAcquirer;
let shop: PaymentShop;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
  acquirer = payments.acquirer;
});
afterAll(() => stopAndVerifyLedger(world));
beforeEach(async () => {
  // Attempts of earlier tests are not polled in this test.
  await world.database.query(`UPDATE payment_attempt SET next_poll_at = 'infinity' WHERE next_poll_at IS NOT NULL`);
  Object.assign(acquirer, new FakeAcquirer('fake'));
  shop = await payments.openPaymentShop();
});

const PLN = (amountMinor: number) => ({ amountMinor, currency: 'PLN' });
const EUR = (amountMinor: number) => ({ amountMinor, currency: 'EUR' });

interface AttemptRow {
  reference: string;
  state: string;
  conflict: string | null;
  reported: string | null;
  isPollDue: boolean;
}
const newestAttempt = async (id: string): Promise<AttemptRow> => {
  const rows = await world.database.query<AttemptRow[]>(
    `SELECT reference, state, conflict, conflict_minor || ' ' || conflict_currency AS reported, next_poll_at IS NOT NULL AS "isPollDue" FROM payment_attempt
     WHERE transaction_id = $1 ORDER BY started_at DESC, reference DESC LIMIT 1`,
    [id],
  );
  if (!rows[0]) throw new Error(`The payment ${id} has no attempt`);
  return rows[0];
};
const entryKinds = async (id: string): Promise<string[]> => (await payments.entries(id)).map(({ kind }) => kind);
const effects = async (id: string): Promise<string[]> =>
  (
    await world.database.query<{ effect: string }[]>(
      `SELECT r.effect FROM payment_callback r JOIN payment_attempt a ON a.reference = r.attempt_reference WHERE a.transaction_id = $1 ORDER BY r.received_at, r.event_id`,
      [id],
    )
  ).map(({ effect }) => effect);
const listedForStaff = async (id: string) =>
  (await world.get(PaymentExceptionQueries).attemptsWithConflict(100)).find(({ transactionId }) => transactionId === id);

const startedPayment = async (channel: Parameters<PaymentShop['beginAttempt']>[1] = 'mbank', amount = 100): Promise<string> => {
  const id = await shop.createNewPayment({ amount });
  await shop.beginAttempt(id, channel);
  return id;
};
const createPaid = async (money: AttemptResult['money'] = null): Promise<string> => {
  const id = await startedPayment();
  await shop.reportAttempt(id, { outcome: 'paid', money });
  return id;
};

describe('after a callback with a wrong amount has moved the money to suspense, a callback with', () => {
  const paidNinety = async (): Promise<string> => {
    const id = await createPaid(PLN(9_000));
    expect([await shop.readStatus(id), (await newestAttempt(id)).state, await entryKinds(id)]).toEqual([
      'generated',
      'suspense',
      ['payment.suspense'],
    ]);
    return id;
  };

  it('the right amount pays the payment and empties suspense once a poll confirms the right amount', async () => {
    const id = await paidNinety();
    await shop.reportAttempt(id, { outcome: 'paid', money: PLN(10_000) });
    expect(await newestAttempt(id)).toMatchObject({ state: 'suspense', conflict: 'other_sum', reported: '10000 PLN', isPollDue: true });
    expect(await effects(id)).toEqual(['suspended', 'for_staff']);
    acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: PLN(10_000) });
    await payments.pollAttempts();
    expect(await shop.readStatus(id)).toBe('paid');
    expect(await newestAttempt(id)).toMatchObject({ state: 'paid', conflict: null, isPollDue: false });
    expect(await payments.entries(id)).toEqual([
      { kind: 'payment.suspense', lines: { 'platform:clearing:mbank': 9_000, 'platform:suspense': -9_000 } },
      { kind: 'payment.suspense_corrected', lines: { 'platform:clearing:mbank': -9_000, 'platform:suspense': 9_000 } },
      {
        kind: 'payment.paid',
        lines: { 'platform:clearing:mbank': 10_000, 'partner:available': -9_850, 'platform:commission': -150 },
      },
    ]);
    await shop.reportAttempt(id, { outcome: 'paid', money: PLN(10_000) });
    expect((await effects(id)).at(-1)).toBe('duplicate');
  });

  it('the right amount changes nothing when a poll confirms the wrong amount', async () => {
    const id = await paidNinety();
    await shop.reportAttempt(id, { outcome: 'paid', money: PLN(10_000) });
    acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: PLN(9_000) });
    await payments.pollAttempts();
    expect(await newestAttempt(id)).toMatchObject({ state: 'suspense', conflict: null, isPollDue: false });
    expect(await entryKinds(id)).toEqual(['payment.suspense']);
  });

  it('the right amount needs staff, who see both amounts, when the payment has been paid by another attempt', async () => {
    const id = await paidNinety();
    const [first] = await shop.attempts(id);
    await shop.beginAttempt(id, 'ing');
    await shop.reportAttempt(id, { outcome: 'paid' });
    await shop.reportAttempt(id, { outcome: 'paid', money: PLN(10_000) }, first?.reference);
    acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: PLN(10_000) });
    await payments.pollAttempts();
    expect(await listedForStaff(id)).toMatchObject({
      conflict: 'other_sum',
      capturedMinor: 9_000,
      conflictMinor: 10_000,
      nextPollAt: null,
    });
    expect(await entryKinds(id)).toEqual(['payment.suspense', 'payment.paid']);
  });

  it('a third amount needs staff, who see both callbacks, even when a poll confirms the third amount', async () => {
    const id = await paidNinety();
    await shop.reportAttempt(id, { outcome: 'paid', money: EUR(9_000) });
    acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: EUR(9_000) });
    await payments.pollAttempts();
    expect(await listedForStaff(id)).toMatchObject({
      state: 'suspense',
      capturedMinor: 9_000,
      capturedCurrency: 'PLN',
      conflictMinor: 9_000,
      conflictCurrency: 'EUR',
      nextPollAt: null,
    });
  });

  it.each([PLN(9_000), EUR(9_000)])('the same amount again is a duplicate', async (amount) => {
    const id = await createPaid(amount);
    await shop.reportAttempt(id, { outcome: 'paid', money: amount });
    expect([await effects(id), await listedForStaff(id)]).toEqual([['suspended', 'duplicate'], undefined]);
  });

  it('the right amount pays the payment without an entry in suspense when the first amount was 0', async () => {
    const id = await createPaid(PLN(0));
    await shop.reportAttempt(id, { outcome: 'paid', money: PLN(10_000) });
    acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: PLN(10_000) });
    await payments.pollAttempts();
    expect([await shop.readStatus(id), await entryKinds(id)]).toEqual(['paid', ['payment.paid']]);
  });

  it('the wrong amount is not resolved by a poll that began before it', async () => {
    const id = await startedPayment();
    acquirer.onPoll = async () => {
      await shop.reportAttempt(id, { outcome: 'paid', money: PLN(9_000) });
      return attemptResult({ outcome: 'paid', money: PLN(10_000) });
    };
    await world.moveTimeForward({ minutes: 1 });
    await payments.pollAttempts();
    expect(await newestAttempt(id)).toMatchObject({ state: 'suspense', conflict: 'other_sum', reported: '10000 PLN', isPollDue: true });
    acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: PLN(10_000) });
    await payments.pollAttempts();
    expect(await shop.readStatus(id)).toBe('paid');
  });
});

describe('a paid payment, about which the acquirer then reports', () => {
  it.each([
    ['another sum', { outcome: 'paid', money: PLN(9_000) }, 'other_sum'],
    ['another currency', { outcome: 'paid', money: EUR(10_000) }, 'other_sum'],
    ['that it failed', { outcome: 'failed' }, 'failed_after_payment'],
    ['that it was cancelled', { outcome: 'canceled' }, 'canceled_after_payment'],
    ['that it expired', { outcome: 'expired' }, 'expired_after_payment'],
  ] as const)(
    '%s, stays paid: a poll that confirms the booking resolves the conflict, any other poll leaves it to staff',
    async (_, update, conflict) => {
      for (const [polled, remaining] of [
        [{ outcome: 'paid', money: PLN(10_000) }, null],
        [update, conflict],
      ] as const) {
        const id = await createPaid();
        await shop.reportAttempt(id, update);
        expect(await listedForStaff(id)).toMatchObject({ state: 'paid', conflict, amountMinor: 10_000 });
        expect(await effects(id)).toEqual(['applied', 'for_staff']);
        acquirer.onPoll = () => attemptResult(polled);
        await payments.pollAttempts();
        expect(await newestAttempt(id)).toMatchObject({ state: 'paid', conflict: remaining, isPollDue: false });
        expect([await shop.readStatus(id), await entryKinds(id)]).toEqual(['paid', ['payment.paid']]);
      }
    },
  );

  describe('after BLIK codes', () => {
    const codeDecline = (submission: string | null): Partial<AttemptResult> & Pick<AttemptResult, 'outcome'> =>
      ({ outcome: 'failed', reason: 'code_used', next: { kind: 'needsCode', alternatives: [] }, submission }) as never;
    /** @param codes that the payer enters: all but the last are declined, and the last one pays. */
    const paidByCode = async (...codes: string[]): Promise<{ id: string; submissions: string[] }> => {
      const id = await startedPayment('blik');
      for (const [index, code] of codes.entries()) {
        if (index < codes.length - 1) acquirer.onCode = ({ submission }) => attemptResult(codeDecline(submission.reference));
        else acquirer.onCode = new FakeAcquirer('fake').onCode;
        await shop.submitPayerCode(id, code);
      }
      await shop.reportAttempt(id, { outcome: 'paid' });
      return { id, submissions: acquirer.submissions.map(({ reference }) => reference) };
    };

    it.each(['named', 'not named'])(
      'the decline of the code that paid, with the code %s, needs staff until a poll resolves the conflict',
      async (which) => {
        for (const [polled, conflict] of [
          [{ outcome: 'paid' }, null],
          [null, 'failed_after_payment'],
        ] as const) {
          acquirer.submissions.length = 0;
          const { id, submissions } = await paidByCode('777123');
          const update = codeDecline(which === 'named' ? (submissions[0] ?? '') : null);
          await shop.reportAttempt(id, update);
          expect(await effects(id)).toEqual(['applied', 'for_staff']);
          expect(await listedForStaff(id)).toMatchObject({ state: 'paid', conflict: 'failed_after_payment' });
          acquirer.onPoll = () => attemptResult(polled ?? update);
          await payments.pollAttempts();
          expect(await newestAttempt(id)).toMatchObject({ state: 'paid', conflict, isPollDue: false });
          expect([await shop.readStatus(id), await entryKinds(id)]).toEqual(['paid', ['payment.paid']]);
        }
      },
    );

    it('the decline of an earlier code, or of an unnamed one of several codes, changes nothing', async () => {
      const { id, submissions } = await paidByCode('000001', '777123');
      for (const submission of [submissions[0] ?? '', null]) await shop.reportAttempt(id, codeDecline(submission));
      expect(await effects(id)).toEqual(['applied', 'too_late', 'too_late']);
      expect(await newestAttempt(id)).toMatchObject({ state: 'paid', conflict: null, isPollDue: false });
    });
  });

  it('an authorization of a wrong amount, needs staff; one of the right amount or without an amount changes nothing', async () => {
    const id = await createPaid();
    for (const money of [PLN(9_000), PLN(10_000), null]) await shop.reportAttempt(id, { outcome: 'authorized', money });
    expect(await effects(id)).toEqual(['applied', 'for_staff', 'duplicate', 'too_late']);
    expect(await listedForStaff(id)).toMatchObject({ state: 'paid', conflict: 'other_sum', conflictMinor: 9_000 });
  });

  it('an authorization of a wrong amount, is left to staff when a poll repeats it', async () => {
    const id = await createPaid();
    await shop.reportAttempt(id, { outcome: 'authorized', money: PLN(9_000) });
    acquirer.onPoll = () => attemptResult({ outcome: 'authorized', money: PLN(9_000) });
    await payments.pollAttempts();
    expect(await newestAttempt(id)).toMatchObject({ state: 'paid', conflict: 'other_sum', reported: '9000 PLN', isPollDue: false });
    expect(await entryKinds(id)).toEqual(['payment.paid']);
  });

  it.each([
    ['the attempt’s amount', PLN(10_000)],
    ['no amount', null],
  ])('another amount, is left to staff by a poll that reports an authorization of %s', async (_, money) => {
    const id = await createPaid();
    await shop.reportAttempt(id, { outcome: 'paid', money: PLN(9_000) });
    acquirer.onPoll = () => attemptResult({ outcome: 'authorized', money });
    await payments.pollAttempts();
    expect(await newestAttempt(id)).toMatchObject({ state: 'paid', conflict: 'other_sum', reported: '9000 PLN', isPollDue: false });
    expect(await entryKinds(id)).toEqual(['payment.paid']);
  });

  it('another amount, is not resolved by a poll without an amount', async () => {
    const id = await createPaid();
    await shop.reportAttempt(id, { outcome: 'paid', money: PLN(1) });
    acquirer.onPoll = () => attemptResult({ outcome: 'paid' });
    await payments.pollAttempts();
    expect(await newestAttempt(id)).toMatchObject({ conflict: 'other_sum', reported: '1 PLN', isPollDue: false });
  });

  it('a failure, is left to staff when polls have no usable outcome for an hour', async () => {
    const id = await createPaid();
    await shop.reportAttempt(id, { outcome: 'failed' });
    acquirer.onPoll = () => attemptResult({ outcome: 'unknown' });
    for (let round = 0; round < 20; round += 1) {
      await payments.pollAttempts();
      await world.moveTimeForward({ hours: 1 });
    }
    expect(await newestAttempt(id)).toMatchObject({ conflict: 'failed_after_payment', isPollDue: false });
  });

  it('a failure, is left to staff immediately when the acquirer cannot be polled', async () => {
    const id = await createPaid();
    Object.assign(acquirer.capabilities.mbank ?? {}, { poll: 'never' });
    await shop.reportAttempt(id, { outcome: 'failed' });
    expect(await newestAttempt(id)).toMatchObject({ conflict: 'failed_after_payment', isPollDue: false });
  });
});

describe('an authorization of a wrong amount', () => {
  it('is listed for staff until the right amount is captured', async () => {
    const id = await startedPayment('paypal');
    await shop.reportAttempt(id, { outcome: 'authorized', money: PLN(10_000) });
    await shop.reportAttempt(id, { outcome: 'authorized', money: PLN(9_000) });
    expect(await listedForStaff(id)).toMatchObject({ state: 'authorized', conflict: 'other_sum', conflictMinor: 9_000 });
    acquirer.onCapture = () => attemptResult({ outcome: 'paid', money: PLN(10_000) });
    await payments.pollAttempts();
    expect([await shop.readStatus(id), await listedForStaff(id)]).toEqual(['paid', undefined]);
  });

  it('stays listed for staff when the capture does not name its amount', async () => {
    const id = await startedPayment('paypal');
    await shop.reportAttempt(id, { outcome: 'authorized', money: PLN(9_000) });
    await shop.reportAttempt(id, { outcome: 'authorized' });
    await payments.pollAttempts();
    expect([await shop.readStatus(id), await listedForStaff(id)]).toMatchObject(['paid', { conflict: 'other_sum', conflictMinor: 9_000 }]);
  });
});

describe('a reversal', () => {
  let reportCount = 0;
  const paidTwice = async (): Promise<string> => {
    const id = await startedPayment('ing');
    await shop.beginAttempt(id, 'mbank');
    const [first] = await shop.attempts(id);
    await shop.reportAttempt(id, { outcome: 'paid' }, first?.reference);
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect((await newestAttempt(id)).state).toBe('return_due');
    return id;
  };
  /** Pays a payment twice and requests the reversal. @param result of the acquirer for the reversal. */
  const requestReversal = async (result: RefundResult): Promise<string> => {
    const id = await paidTwice();
    acquirer.onRefund = () => result;
    await payments.pollAttempts();
    return id;
  };
  const reportReversal = async (id: string, outcome: RefundResult['outcome'], money: RefundResult['money'] = null): Promise<void> => {
    const [row] = await world.database.query<{ name: string }[]>(
      'SELECT reversal_reference AS name FROM payment_attempt WHERE transaction_id = $1 AND reversal_reference IS NOT NULL',
      [id],
    );
    const about = { providerRef: null, reference: uuidToReference(row?.name ?? '') };
    await world.http.post('/connectors/channels/fake/reports', {
      body: { kind: 'refund', ...about, eventId: `return-${(reportCount += 1)}`, result: refundResult(outcome, { money }) },
    });
  };
  const suspenseBalance = async (id: string): Promise<number> =>
    (await payments.entries(id)).reduce((sum, { lines }) => sum + (lines['platform:suspense'] ?? 0), 0);

  it('that failed after its completion is booked back to suspense, and staff see both callbacks', async () => {
    const id = await requestReversal(refundResult('completed'));
    expect([(await newestAttempt(id)).state, await suspenseBalance(id)]).toEqual(['returned', 0]);
    await reportReversal(id, 'failed');
    expect(await listedForStaff(id)).toMatchObject({ state: 'suspense', conflict: 'return_failed_after_completion', nextPollAt: null });
    expect([await suspenseBalance(id), (await entryKinds(id)).slice(-2)]).toEqual([
      -10_000,
      ['payment.suspense_returned', 'payment.suspense_taken_back'],
    ]);
    await reportReversal(id, 'failed');
    expect((await effects(id)).slice(-2)).toEqual(['applied', 'duplicate']);
  });

  it('that failed after its completion and is then reported as completed needs staff and is not booked again', async () => {
    const id = await requestReversal(refundResult('completed'));
    await reportReversal(id, 'failed');
    await reportReversal(id, 'completed');
    acquirer.onPollRefund = () => refundResult('completed');
    await payments.pollAttempts();
    expect(await newestAttempt(id)).toMatchObject({ state: 'suspense', conflict: 'return_completed_after_failure', isPollDue: false });
    expect(await suspenseBalance(id)).toBe(-10_000);
  });

  it.each([
    ['completed', 'returned', 0],
    ['rejected', 'suspense', -10_000],
  ] as const)('that is rejected after its completion is decided by a poll that responds %s', async (polled, state, suspense) => {
    const id = await requestReversal(refundResult('completed'));
    await reportReversal(id, 'rejected');
    expect(await newestAttempt(id)).toMatchObject({ state: 'returned', conflict: 'return_rejected_after_completion', isPollDue: true });
    acquirer.onPollRefund = () => refundResult(polled);
    await payments.pollAttempts();
    expect([(await newestAttempt(id)).state, (await newestAttempt(id)).isPollDue, await suspenseBalance(id)]).toEqual([
      state,
      false,
      suspense,
    ]);
    expect(Boolean(await listedForStaff(id))).toBe(state === 'suspense');
  });

  it.each([
    ['completed', 'returned', 0],
    ['rejected', 'suspense', -10_000],
  ] as const)(
    'that is completed after its rejection is decided by a poll that responds %s, and is not sent again',
    async (polled, state, suspense) => {
      const id = await requestReversal(refundResult('rejected'));
      await reportReversal(id, 'completed');
      expect(await newestAttempt(id)).toMatchObject({ state: 'suspense', conflict: 'return_completed_after_failure', isPollDue: true });
      expect((await effects(id)).at(-1)).toBe('for_staff');
      acquirer.onPollRefund = () => refundResult(polled);
      await payments.pollAttempts();
      expect(await newestAttempt(id)).toMatchObject({ state, conflict: null, isPollDue: false });
      expect([await suspenseBalance(id), acquirer.refunds.length]).toEqual([suspense, 1]);
    },
  );

  it('that is rejected with a wrong amount stays in suspense without a conflict', async () => {
    const id = await requestReversal(refundResult('rejected', { money: PLN(100) }));
    expect([await newestAttempt(id), await suspenseBalance(id)]).toMatchObject([
      { state: 'suspense', conflict: null, isPollDue: false },
      -10_000,
    ]);
  });

  it('that is completed is not changed by a poll that began before the newest conflict', async () => {
    const id = await requestReversal(refundResult('completed'));
    await reportReversal(id, 'rejected');
    acquirer.onPollRefund = async () => {
      await reportReversal(id, 'rejected', PLN(10_000));
      return refundResult('rejected');
    };
    await payments.pollAttempts();
    expect(await newestAttempt(id)).toMatchObject({ state: 'returned', conflict: 'return_rejected_after_completion', isPollDue: true });
    expect(await suspenseBalance(id)).toBe(0);
  });

  it('with a wrong amount is not booked, and staff see both amounts', async () => {
    for (const polled of [refundResult('completed'), refundResult('completed', { money: PLN(100) })]) {
      const id = await paidTwice();
      await reportReversal(id, 'completed', PLN(100));
      expect(await newestAttempt(id)).toMatchObject({
        state: 'suspense',
        conflict: 'return_other_sum',
        reported: '100 PLN',
        isPollDue: true,
      });
      acquirer.onPollRefund = () => polled;
      await payments.pollAttempts();
      expect(await listedForStaff(id)).toMatchObject({
        state: 'suspense',
        conflict: 'return_other_sum',
        conflictMinor: 100,
        amountMinor: 10_000,
        nextPollAt: null,
      });
      expect([await suspenseBalance(id), (await effects(id)).at(-1), acquirer.refunds]).toEqual([-10_000, 'for_staff', []]);
    }
  });

  it('with a wrong amount is booked when a poll confirms the right amount', async () => {
    const id = await paidTwice();
    await reportReversal(id, 'completed', EUR(10_000));
    acquirer.onPollRefund = () => refundResult('completed', { money: PLN(10_000) });
    await payments.pollAttempts();
    expect(await newestAttempt(id)).toMatchObject({ state: 'returned', conflict: null, isPollDue: false });
    expect([await suspenseBalance(id), await listedForStaff(id)]).toEqual([0, undefined]);
  });

  it('that is completed, and then reported with a wrong amount and as rejected, keeps the conflict about the amount', async () => {
    const id = await requestReversal(refundResult('completed'));
    await reportReversal(id, 'completed', PLN(100));
    await reportReversal(id, 'rejected');
    const conflict = { state: 'returned', conflict: 'return_other_sum', reported: '100 PLN' };
    expect(await newestAttempt(id)).toMatchObject({ ...conflict, isPollDue: true });
    acquirer.onPollRefund = () => refundResult('completed');
    await payments.pollAttempts();
    expect(await newestAttempt(id)).toMatchObject({ ...conflict, isPollDue: false });
    expect(await suspenseBalance(id)).toBe(0);
  });

  it('that is completed and then reported with a wrong amount is resolved by a poll or left to staff', async () => {
    for (const [polled, conflict] of [
      [PLN(10_000), null],
      [PLN(100), 'return_other_sum'],
    ] as const) {
      const id = await requestReversal(refundResult('completed'));
      await reportReversal(id, 'completed', PLN(100));
      expect(await newestAttempt(id)).toMatchObject({ state: 'returned', conflict: 'return_other_sum', reported: '100 PLN' });
      acquirer.onPollRefund = () => refundResult('completed', { money: polled });
      await payments.pollAttempts();
      expect(await newestAttempt(id)).toMatchObject({ state: 'returned', conflict, isPollDue: false });
      expect(await suspenseBalance(id)).toBe(0);
    }
  });

  it('that is completed and then reported again is a duplicate', async () => {
    const id = await requestReversal(refundResult('completed'));
    await reportReversal(id, 'completed', PLN(10_000));
    expect([(await effects(id)).at(-1), await listedForStaff(id), (await newestAttempt(id)).isPollDue]).toEqual([
      'duplicate',
      undefined,
      false,
    ]);
  });

  it('keeps the conflict of its attempt, whatever its outcome', async () => {
    const id = await paidTwice();
    await shop.reportAttempt(id, { outcome: 'paid', money: PLN(9_000) });
    expect(await listedForStaff(id)).toMatchObject({ state: 'return_due', conflict: 'other_sum', conflictMinor: 9_000 });
    acquirer.onRefund = () => refundResult('completed');
    await payments.pollAttempts();
    expect(await listedForStaff(id)).toMatchObject({ state: 'returned', conflict: 'other_sum' });
  });
});

describe('two conflicting status updates received concurrently', () => {
  it('have the same result as one after the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await startedPayment();
      await Promise.all([9_000, 10_000].map((minor) => shop.reportAttempt(id, { outcome: 'paid', money: PLN(minor) })));
      const { state, conflict } = await newestAttempt(id);
      expect(['suspense', 'paid']).toContain(state);
      expect(conflict).toBe('other_sum');
      acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: PLN(10_000) });
      await payments.pollAttempts();
      expect([await shop.readStatus(id), (await newestAttempt(id)).conflict]).toEqual(['paid', null]);
    }
  });
});

describe('a hint', () => {
  /** Sends a hint about the attempt of a payment in a state, or about the attempt's reversal if there is one. */
  const sendHint = async (id: string, state: string): Promise<void> => {
    const [row] = await world.database.query<{ name: string }[]>(
      `SELECT coalesce(reversal_reference, reference) AS name FROM payment_attempt WHERE transaction_id = $1 AND state = $2`,
      [id, state],
    );
    acquirer.onCallback = () => ({
      verdict: 'hint',
      about: [{ providerRef: null, reference: uuidToReference(row?.name ?? '') }],
      answer: { status: 200, contentType: 'text/plain', body: 'OK' },
    });
    await world.http.post('/connectors/channels/fake/reports', { body: {} });
  };
  /** Money of a payment that is paid once, or twice: then the acquirer completes or rejects the reversal. */
  const bookedMoney = async (state: 'paid' | 'returned' | 'suspense'): Promise<string> => {
    if (state === 'paid') return createPaid();
    const id = await startedPayment('ing');
    await shop.beginAttempt(id, 'mbank');
    for (const { reference } of await shop.attempts(id)) await shop.reportAttempt(id, { outcome: 'paid' }, reference);
    acquirer.onRefund = () => refundResult(state === 'returned' ? 'completed' : 'rejected');
    await payments.pollAttempts();
    return id;
  };
  /** Polls that confirm what is booked. @returns a function that returns the number of polls. */
  const confirmByPolls = (state: 'paid' | 'returned' | 'suspense'): (() => number) => {
    let polls = 0;
    acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: PLN((polls += 1) && 10_000) });
    acquirer.onPollRefund = () => refundResult(state === 'suspense' ? 'rejected' : 'completed', { money: PLN((polls += 1) && 10_000) });
    return () => polls;
  };
  const respondWithoutOutcome = (duringPoll = () => Promise.resolve()): void => {
    acquirer.onPoll = () => duringPoll().then(() => attemptResult({ outcome: 'unknown' }));
    acquirer.onPollRefund = () => duringPoll().then(() => ({ outcome: 'not_found' }));
  };
  const pollLater = async (): Promise<void> => {
    await world.moveTimeForward({ hours: 1 });
    await payments.pollAttempts();
  };
  /** Polls without an outcome, until the wait for the last poll. */
  const pollUntilLastWait = async (): Promise<void> => {
    respondWithoutOutcome();
    for (let round = 1; round <= SLOW_POLL_COUNT; round += 1) await pollLater();
  };
  /** @returns the number of further polls in a day. */
  const countPolls = async (): Promise<number> => {
    const polls = (): number => acquirer.attemptPolls + acquirer.refundsPolled.length;
    const before = polls();
    for (let hour = 1; hour <= 24; hour += 1) await pollLater();
    return polls() - before;
  };

  it.each(['paid', 'returned'] as const)('about money that is %s makes the gateway poll once', async (state) => {
    const id = await bookedMoney(state);
    await sendHint(id, state);
    const polls = confirmByPolls(state);
    for (let round = 0; round < 3; round += 1) {
      await payments.pollAttempts();
      await world.moveTimeForward({ hours: 1 });
    }
    expect([polls(), await listedForStaff(id)]).toEqual([1, undefined]);
  });

  it.each(['paid', 'returned', 'suspense'] as const)(
    'about money in state %s is followed by several polls, however many hints came before',
    async (state) => {
      const id = await bookedMoney(state);
      const polls = confirmByPolls(state);
      for (let hints = 1; hints <= SLOW_POLL_COUNT + 2; hints += 1) {
        await sendHint(id, state);
        await payments.pollAttempts();
        expect(polls()).toBe(hints);
      }
      expect(await newestAttempt(id)).toMatchObject({ state, isPollDue: false });
      await sendHint(id, state);
      await pollUntilLastWait();
      expect(await countPolls()).toBe(1);
    },
  );

  it.each(['paid', 'returned', 'suspense'] as const)(
    'about money in state %s that comes during the last wait or the last poll gets a poll, and then polling ends',
    async (state) => {
      const id = await bookedMoney(state);
      await sendHint(id, state);
      await pollUntilLastWait();
      let pollsInLastWait = 0;
      respondWithoutOutcome(() => sendHint(id, state).then(() => void (pollsInLastWait += 1)));
      await sendHint(id, state);
      await payments.pollAttempts();
      expect([pollsInLastWait, await newestAttempt(id)]).toMatchObject([1, { state, isPollDue: true }]);
      respondWithoutOutcome();
      expect(await countPolls()).toBe(1);
      expect(await newestAttempt(id)).toMatchObject({ state, isPollDue: false });
    },
  );

  it('is followed by several polls after a conflict that took many polls to resolve', async () => {
    const id = await createPaid();
    await shop.reportAttempt(id, { outcome: 'failed' });
    await pollUntilLastWait();
    acquirer.onPoll = () => attemptResult({ outcome: 'paid' });
    await pollLater();
    expect(await newestAttempt(id)).toMatchObject({ conflict: null, isPollDue: false });
    await sendHint(id, 'paid');
    await pollUntilLastWait();
    acquirer.onPoll = () => attemptResult({ outcome: 'canceled' });
    await pollLater();
    expect(await newestAttempt(id)).toMatchObject({ conflict: 'canceled_after_payment', isPollDue: false });
  });

  it('is followed by several polls after a conflict that many polls left to staff', async () => {
    const id = await createPaid();
    await shop.reportAttempt(id, { outcome: 'paid', money: PLN(9_000) });
    await pollUntilLastWait();
    acquirer.onPoll = () => attemptResult({ outcome: 'paid' });
    await pollLater();
    expect(await newestAttempt(id)).toMatchObject({ conflict: 'other_sum', isPollDue: false });
    await sendHint(id, 'paid');
    await pollUntilLastWait();
    acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: PLN(10_000) });
    await pollLater();
    expect(await newestAttempt(id)).toMatchObject({ conflict: null, isPollDue: false });
  });
});
