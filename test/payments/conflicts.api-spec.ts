import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AttemptResult } from '../../src/connectors/acquirers/port/attempt.js';
import { uuidToReference } from '../../src/common/reference.js';
import type { RefundResult } from '../../src/connectors/acquirers/port/refund.js';
import { AttemptsForStaffQuery } from '../../src/products/payments/attempts/outcome/attempts-for-staff.query.js';
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
  // Nothing of an earlier test is due any more.
  await world.database.query(`UPDATE payment_attempt SET next_poll_at = 'infinity' WHERE next_poll_at IS NOT NULL`);
  Object.assign(acquirer, new FakeAcquirer('fake'));
  shop = await payments.open();
});

const PLN = (amountMinor: number) => ({ amountMinor, currency: 'PLN' });
const EUR = (amountMinor: number) => ({ amountMinor, currency: 'EUR' });

interface Row {
  reference: string;
  state: string;
  contradiction: string | null;
  said: string | null;
  isAsked: boolean;
}
const attempt = async (id: string): Promise<Row> => {
  const rows = await world.database.query<Row[]>(
    `SELECT reference, state, contradiction, said_minor || ' ' || said_currency AS said, next_poll_at IS NOT NULL AS "isAsked" FROM payment_attempt
     WHERE transaction_id = $1 ORDER BY started_at DESC, reference DESC LIMIT 1`,
    [id],
  );
  if (!rows[0]) throw new Error('There is no attempt');
  return rows[0];
};
const kinds = async (id: string): Promise<string[]> => (await payments.entries(id)).map(({ kind }) => kind);
const effects = async (id: string): Promise<string[]> =>
  (
    await world.database.query<{ effect: string }[]>(
      `SELECT r.effect FROM payment_report r JOIN payment_attempt a ON a.reference = r.attempt_reference WHERE a.transaction_id = $1 ORDER BY r.received_at, r.event_id`,
      [id],
    )
  ).map(({ effect }) => effect);
const listed = async (id: string) =>
  (await world.get(AttemptsForStaffQuery).contradicted(100)).find(({ transactionId }) => transactionId === id);

const begun = async (channel: Parameters<PaymentShop['begin']>[1] = 'mbank', amount = 100): Promise<string> => {
  const id = await shop.payment({ amount });
  await shop.begin(id, channel);
  return id;
};
const paid = async (money: AttemptResult['money'] = null): Promise<string> => {
  const id = await begun();
  await shop.report(id, { outcome: 'paid', money });
  return id;
};

describe('another sum than was asked for is reported, and then', () => {
  const ninety = async (): Promise<string> => {
    const id = await paid(PLN(9_000));
    expect([await shop.status(id), (await attempt(id)).state, await kinds(id)]).toEqual(['generated', 'suspense', ['payment.suspense']]);
    return id;
  };

  it('the sum that was asked for: it is the payment’s once the acquirer’s books say so, and nothing stays in suspense', async () => {
    const id = await ninety();
    await shop.report(id, { outcome: 'paid', money: PLN(10_000) });
    expect(await attempt(id)).toMatchObject({ state: 'suspense', contradiction: 'other_sum', said: '10000 PLN', isAsked: true });
    expect(await effects(id)).toEqual(['suspended', 'for_staff']);
    acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: PLN(10_000) });
    await payments.poll();
    expect(await shop.status(id)).toBe('paid');
    expect(await attempt(id)).toMatchObject({ state: 'paid', contradiction: null, isAsked: false });
    expect(await payments.entries(id)).toEqual([
      { kind: 'payment.suspense', lines: { 'platform:clearing:mbank': 9_000, 'platform:suspense': -9_000 } },
      { kind: 'payment.suspense_corrected', lines: { 'platform:clearing:mbank': -9_000, 'platform:suspense': 9_000 } },
      {
        kind: 'payment.paid',
        lines: { 'platform:clearing:mbank': 10_000, 'partner:available': -9_850, 'platform:commission': -150 },
      },
    ]);
    await shop.report(id, { outcome: 'paid', money: PLN(10_000) });
    expect((await effects(id)).at(-1)).toBe('duplicate');
  });

  it('the sum that was asked for, and the books say the other one: it stays where it is', async () => {
    const id = await ninety();
    await shop.report(id, { outcome: 'paid', money: PLN(10_000) });
    acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: PLN(9_000) });
    await payments.poll();
    expect(await attempt(id)).toMatchObject({ state: 'suspense', contradiction: null, isAsked: false });
    expect(await kinds(id)).toEqual(['payment.suspense']);
  });

  it('the sum that was asked for, of a payment that has been paid since: staff see both sums', async () => {
    const id = await ninety();
    const [first] = await shop.attempts(id);
    await shop.begin(id, 'ing');
    await shop.report(id, { outcome: 'paid' });
    await shop.report(id, { outcome: 'paid', money: PLN(10_000) }, first?.reference);
    acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: PLN(10_000) });
    await payments.poll();
    expect(await listed(id)).toMatchObject({ contradiction: 'other_sum', seenMinor: 9_000, saidMinor: 10_000, nextPollAt: null });
    expect(await kinds(id)).toEqual(['payment.suspense', 'payment.paid']);
  });

  it('a third one: the books do not settle it, and staff see both reports', async () => {
    const id = await ninety();
    await shop.report(id, { outcome: 'paid', money: EUR(9_000) });
    acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: EUR(9_000) });
    await payments.poll();
    expect(await listed(id)).toMatchObject({
      state: 'suspense',
      seenMinor: 9_000,
      seenCurrency: 'PLN',
      saidMinor: 9_000,
      saidCurrency: 'EUR',
      nextPollAt: null,
    });
  });

  it.each([PLN(9_000), EUR(9_000)])('the same once more: nothing is new', async (sum) => {
    const id = await paid(sum);
    await shop.report(id, { outcome: 'paid', money: sum });
    expect([await effects(id), await listed(id)]).toEqual([['suspended', 'duplicate'], undefined]);
  });

  it('the sum that was asked for, after nothing at all: it is the payment’s, and suspense has no entry', async () => {
    const id = await paid(PLN(0));
    await shop.report(id, { outcome: 'paid', money: PLN(10_000) });
    acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: PLN(10_000) });
    await payments.poll();
    expect([await shop.status(id), await kinds(id)]).toEqual(['paid', ['payment.paid']]);
  });

  it('books that were asked before it was contradicted settle nothing', async () => {
    const id = await begun();
    acquirer.onPoll = async () => {
      await shop.report(id, { outcome: 'paid', money: PLN(9_000) });
      return attemptResult({ outcome: 'paid', money: PLN(10_000) });
    };
    await world.forward({ minutes: 1 });
    await payments.poll();
    expect(await attempt(id)).toMatchObject({ state: 'suspense', contradiction: 'other_sum', said: '10000 PLN', isAsked: true });
    acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: PLN(10_000) });
    await payments.poll();
    expect(await shop.status(id)).toBe('paid');
  });
});

describe('a payment that is paid, of which the acquirer then says', () => {
  it.each([
    ['another sum', { outcome: 'paid', money: PLN(9_000) }, 'other_sum'],
    ['another currency', { outcome: 'paid', money: EUR(10_000) }, 'other_sum'],
    ['that it failed', { outcome: 'failed' }, 'failed_after_payment'],
    ['that it was cancelled', { outcome: 'canceled' }, 'canceled_after_payment'],
    ['that it expired', { outcome: 'expired' }, 'expired_after_payment'],
  ] as const)('%s, stays paid; books that say what was entered settle it, and others leave it to staff', async (_, word, contradiction) => {
    for (const [books, left] of [
      [{ outcome: 'paid', money: PLN(10_000) }, null],
      [word, contradiction],
    ] as const) {
      const id = await paid();
      await shop.report(id, word);
      expect(await listed(id)).toMatchObject({ state: 'paid', contradiction, amountMinor: 10_000 });
      expect(await effects(id)).toEqual(['applied', 'for_staff']);
      acquirer.onPoll = () => attemptResult(books);
      await payments.poll();
      expect(await attempt(id)).toMatchObject({ state: 'paid', contradiction: left, isAsked: false });
      expect([await shop.status(id), await kinds(id)]).toEqual(['paid', ['payment.paid']]);
    }
  });

  describe('by a code', () => {
    const refused = (submission: string | null): Partial<AttemptResult> & Pick<AttemptResult, 'outcome'> =>
      ({ outcome: 'failed', reason: 'code_used', next: { kind: 'needsCode', alternatives: [] }, submission }) as never;
    /** @param codes that were typed: all but the last are refused, and the last one pays. */
    const paidByCode = async (...codes: string[]): Promise<{ id: string; submissions: string[] }> => {
      const id = await begun('blik');
      for (const [index, code] of codes.entries()) {
        if (index < codes.length - 1) acquirer.onCode = ({ submission }) => attemptResult(refused(submission.reference));
        else acquirer.onCode = new FakeAcquirer('fake').onCode;
        await shop.code(id, code);
      }
      await shop.report(id, { outcome: 'paid' });
      return { id, submissions: acquirer.submissions.map(({ reference }) => reference) };
    };

    it.each(['named', 'not named'])('that this code was refused, which is %s: staff see it, and the books settle it', async (which) => {
      for (const [books, left] of [
        [{ outcome: 'paid' }, null],
        [null, 'failed_after_payment'],
      ] as const) {
        acquirer.submissions.length = 0;
        const { id, submissions } = await paidByCode('777123');
        const word = refused(which === 'named' ? (submissions[0] ?? '') : null);
        await shop.report(id, word);
        expect(await effects(id)).toEqual(['applied', 'for_staff']);
        expect(await listed(id)).toMatchObject({ state: 'paid', contradiction: 'failed_after_payment' });
        acquirer.onPoll = () => attemptResult(books ?? word);
        await payments.poll();
        expect(await attempt(id)).toMatchObject({ state: 'paid', contradiction: left, isAsked: false });
        expect([await shop.status(id), await kinds(id)]).toEqual(['paid', ['payment.paid']]);
      }
    });

    it('that an earlier code was refused, or that one of several was: nothing is new', async () => {
      const { id, submissions } = await paidByCode('000001', '777123');
      for (const submission of [submissions[0] ?? '', null]) await shop.report(id, refused(submission));
      expect(await effects(id)).toEqual(['applied', 'too_late', 'too_late']);
      expect(await attempt(id)).toMatchObject({ state: 'paid', contradiction: null, isAsked: false });
    });
  });

  it('that another sum is about to be taken: staff see it; the right one, and none, are nothing new', async () => {
    const id = await paid();
    for (const money of [PLN(9_000), PLN(10_000), null]) await shop.report(id, { outcome: 'authorized', money });
    expect(await effects(id)).toEqual(['applied', 'for_staff', 'duplicate', 'too_late']);
    expect(await listed(id)).toMatchObject({ state: 'paid', contradiction: 'other_sum', saidMinor: 9_000 });
  });

  it('another sum: books that do not name theirs settle nothing', async () => {
    const id = await paid();
    await shop.report(id, { outcome: 'paid', money: PLN(1) });
    acquirer.onPoll = () => attemptResult({ outcome: 'paid' });
    await payments.poll();
    expect(await attempt(id)).toMatchObject({ contradiction: 'other_sum', said: '1 PLN', isAsked: false });
  });

  it('something, and then nothing that can be understood: after an hour it is left to staff', async () => {
    const id = await paid();
    await shop.report(id, { outcome: 'failed' });
    acquirer.onPoll = () => attemptResult({ outcome: 'unknown' });
    for (let rounds = 0; rounds < 20; rounds += 1) {
      await payments.poll();
      await world.forward({ hours: 1 });
    }
    expect(await attempt(id)).toMatchObject({ contradiction: 'failed_after_payment', isAsked: false });
  });

  it('something, at a channel that cannot be asked: staff see it at once', async () => {
    const id = await paid();
    Object.assign(acquirer.capabilities.mbank ?? {}, { poll: 'never' });
    await shop.report(id, { outcome: 'failed' });
    expect(await attempt(id)).toMatchObject({ contradiction: 'failed_after_payment', isAsked: false });
  });
});

describe('a sum that is about to be taken', () => {
  it('and is another one is kept for staff, and forgotten once the sum that was asked for is taken', async () => {
    const id = await begun('paypal');
    await shop.report(id, { outcome: 'authorized', money: PLN(10_000) });
    await shop.report(id, { outcome: 'authorized', money: PLN(9_000) });
    expect(await listed(id)).toMatchObject({ state: 'authorized', contradiction: 'other_sum', saidMinor: 9_000 });
    acquirer.onSettle = () => attemptResult({ outcome: 'paid', money: PLN(10_000) });
    await payments.poll();
    expect([await shop.status(id), await listed(id)]).toEqual(['paid', undefined]);
  });

  it('stays in question while the acquirer does not say what it took', async () => {
    const id = await begun('paypal');
    await shop.report(id, { outcome: 'authorized', money: PLN(9_000) });
    await shop.report(id, { outcome: 'authorized' });
    await payments.poll();
    expect([await shop.status(id), await listed(id)]).toMatchObject(['paid', { contradiction: 'other_sum', saidMinor: 9_000 }]);
  });
});

describe('money that is no payment’s, and is to go back', () => {
  let reports = 0;
  const surplus = async (): Promise<string> => {
    const id = await begun('ing');
    await shop.begin(id, 'mbank');
    const [first] = await shop.attempts(id);
    await shop.report(id, { outcome: 'paid' }, first?.reference);
    await shop.report(id, { outcome: 'paid' });
    expect((await attempt(id)).state).toBe('return_due');
    return id;
  };
  /** @param answer to the call that gives it back. */
  const told = async (answer: RefundResult): Promise<string> => {
    const id = await surplus();
    acquirer.onRefund = () => answer;
    await payments.poll();
    return id;
  };
  const says = async (id: string, outcome: RefundResult['outcome'], money: RefundResult['money'] = null): Promise<void> => {
    const [row] = await world.database.query<{ name: string }[]>(
      'SELECT return_reference AS name FROM payment_attempt WHERE transaction_id = $1 AND return_reference IS NOT NULL',
      [id],
    );
    const about = { providerRef: null, reference: uuidToReference(row?.name ?? '') };
    await world.http.post('/connectors/channels/fake/reports', {
      body: { kind: 'refund', ...about, eventId: `return-${(reports += 1)}`, result: refundResult(outcome, { money }) },
    });
  };
  const ledger = async (id: string): Promise<number> =>
    (await payments.entries(id)).reduce((sum, { lines }) => sum + (lines['platform:suspense'] ?? 0), 0);

  it('is back, and then failed: it is in suspense again, with an entry, and staff see both reports', async () => {
    const id = await told(refundResult('completed'));
    expect([(await attempt(id)).state, await ledger(id)]).toEqual(['returned', 0]);
    await says(id, 'failed');
    expect(await listed(id)).toMatchObject({ state: 'suspense', contradiction: 'return_failed_after_completion', nextPollAt: null });
    expect([await ledger(id), (await kinds(id)).slice(-2)]).toEqual([
      -10_000,
      ['payment.suspense_returned', 'payment.suspense_taken_back'],
    ]);
    await says(id, 'failed');
    expect((await effects(id)).slice(-2)).toEqual(['applied', 'duplicate']);
  });

  it('that was taken back is not entered as returned again: staff have to look', async () => {
    const id = await told(refundResult('completed'));
    await says(id, 'failed');
    await says(id, 'completed');
    acquirer.onPollRefund = () => refundResult('completed');
    await payments.poll();
    expect(await attempt(id)).toMatchObject({ state: 'suspense', contradiction: 'return_completed_after_failure', isAsked: false });
    expect(await ledger(id)).toBe(-10_000);
  });

  it.each([
    ['completed', 'returned', 0],
    ['rejected', 'suspense', -10_000],
  ] as const)('is back, and then rejected: the books, which say %s, decide', async (books, state, suspense) => {
    const id = await told(refundResult('completed'));
    await says(id, 'rejected');
    expect(await attempt(id)).toMatchObject({ state: 'returned', contradiction: 'return_rejected_after_completion', isAsked: true });
    acquirer.onPollRefund = () => refundResult(books);
    await payments.poll();
    expect([(await attempt(id)).state, (await attempt(id)).isAsked, await ledger(id)]).toEqual([state, false, suspense]);
    expect(Boolean(await listed(id))).toBe(state === 'suspense');
  });

  it.each([
    ['completed', 'returned', 0],
    ['rejected', 'suspense', -10_000],
  ] as const)(
    'is rejected, and then back: the books, which say %s, decide, and it is not given back again',
    async (books, state, suspense) => {
      const id = await told(refundResult('rejected'));
      await says(id, 'completed');
      expect(await attempt(id)).toMatchObject({ state: 'suspense', contradiction: 'return_completed_after_failure', isAsked: true });
      expect((await effects(id)).at(-1)).toBe('for_staff');
      acquirer.onPollRefund = () => refundResult(books);
      await payments.poll();
      expect(await attempt(id)).toMatchObject({ state, contradiction: null, isAsked: false });
      expect([await ledger(id), acquirer.refunds.length]).toEqual([suspense, 1]);
    },
  );

  it('is rejected, whatever sum that names: it stays in suspense, and contradicts nothing', async () => {
    const id = await told(refundResult('rejected', { money: PLN(100) }));
    expect([await attempt(id), await ledger(id)]).toMatchObject([{ state: 'suspense', contradiction: null, isAsked: false }, -10_000]);
  });

  it('is back, and books that were asked before that was contradicted again settle nothing', async () => {
    const id = await told(refundResult('completed'));
    await says(id, 'rejected');
    acquirer.onPollRefund = async () => {
      await says(id, 'rejected', PLN(10_000));
      return refundResult('rejected');
    };
    await payments.poll();
    expect(await attempt(id)).toMatchObject({ state: 'returned', contradiction: 'return_rejected_after_completion', isAsked: true });
    expect(await ledger(id)).toBe(0);
  });

  it('was reported with another sum: nothing is entered, and staff see both sums', async () => {
    for (const books of [refundResult('completed'), refundResult('completed', { money: PLN(100) })]) {
      const id = await surplus();
      await says(id, 'completed', PLN(100));
      expect(await attempt(id)).toMatchObject({ state: 'suspense', contradiction: 'return_other_sum', said: '100 PLN', isAsked: true });
      acquirer.onPollRefund = () => books;
      await payments.poll();
      expect(await listed(id)).toMatchObject({
        state: 'suspense',
        contradiction: 'return_other_sum',
        amountMinor: 10_000,
        nextPollAt: null,
      });
      expect([await ledger(id), (await effects(id)).at(-1), acquirer.refunds]).toEqual([-10_000, 'for_staff', []]);
    }
  });

  it('was reported with another sum, and the books say the right one: it is back', async () => {
    const id = await surplus();
    await says(id, 'completed', EUR(10_000));
    acquirer.onPollRefund = () => refundResult('completed', { money: PLN(10_000) });
    await payments.poll();
    expect(await attempt(id)).toMatchObject({ state: 'returned', contradiction: null, isAsked: false });
    expect([await ledger(id), await listed(id)]).toEqual([0, undefined]);
  });

  it('is back, and then it was another sum: the books settle it, or staff do', async () => {
    for (const [books, left] of [
      [PLN(10_000), null],
      [PLN(100), 'return_other_sum'],
    ] as const) {
      const id = await told(refundResult('completed'));
      await says(id, 'completed', PLN(100));
      expect(await attempt(id)).toMatchObject({ state: 'returned', contradiction: 'return_other_sum', said: '100 PLN' });
      acquirer.onPollRefund = () => refundResult('completed', { money: books });
      await payments.poll();
      expect(await attempt(id)).toMatchObject({ state: 'returned', contradiction: left, isAsked: false });
      expect(await ledger(id)).toBe(0);
    }
  });

  it('is back, and is reported so again: nothing is new', async () => {
    const id = await told(refundResult('completed'));
    await says(id, 'completed', PLN(10_000));
    expect([(await effects(id)).at(-1), await listed(id), (await attempt(id)).isAsked]).toEqual(['duplicate', undefined, false]);
  });

  it('keeps the contradiction of the payment, with any outcome of the return', async () => {
    const id = await surplus();
    await shop.report(id, { outcome: 'paid', money: PLN(9_000) });
    expect(await listed(id)).toMatchObject({ state: 'return_due', contradiction: 'other_sum', saidMinor: 9_000 });
    acquirer.onRefund = () => refundResult('completed');
    await payments.poll();
    expect(await listed(id)).toMatchObject({ state: 'returned', contradiction: 'other_sum' });
  });
});

describe('two contradictory outcomes at once', () => {
  it('end as if one had come after the other', async () => {
    for (let times = 0; times < 10; times += 1) {
      const id = await begun();
      await Promise.all([9_000, 10_000].map((minor) => shop.report(id, { outcome: 'paid', money: PLN(minor) })));
      const { state, contradiction } = await attempt(id);
      expect(['suspense', 'paid']).toContain(state);
      expect(contradiction).toBe('other_sum');
      acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: PLN(10_000) });
      await payments.poll();
      expect([await shop.status(id), (await attempt(id)).contradiction]).toEqual(['paid', null]);
    }
  });
});

describe('a hint', () => {
  it.each(['paid', 'returned'] as const)('about money that is %s has the channel asked, once', async (state) => {
    const id = state === 'paid' ? await paid() : await begun('ing');
    if (state === 'returned') {
      await shop.begin(id, 'mbank');
      for (const { reference } of await shop.attempts(id)) await shop.report(id, { outcome: 'paid' }, reference);
      await payments.poll();
    }
    const [row] = await world.database.query<{ name: string }[]>(
      `SELECT coalesce(return_reference, reference) AS name FROM payment_attempt WHERE transaction_id = $1 AND state = $2`,
      [id, state],
    );
    acquirer.onReport = () => ({
      verdict: 'hint',
      about: [{ providerRef: null, reference: uuidToReference(row?.name ?? '') }],
      answer: { status: 200, contentType: 'text/plain', body: 'OK' },
    });
    await world.http.post('/connectors/channels/fake/reports', { body: {} });
    let asked = 0;
    acquirer.onPoll = () => attemptResult({ outcome: 'paid', money: PLN((asked += 1) && 10_000) });
    acquirer.onPollRefund = () => refundResult('completed', { money: PLN((asked += 1) && 10_000) });
    for (let rounds = 0; rounds < 3; rounds += 1) {
      await payments.poll();
      await world.forward({ hours: 1 });
    }
    expect([asked, await listed(id)]).toEqual([1, undefined]);
  });
});
