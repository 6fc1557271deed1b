import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AttemptResult } from '../../src/connectors/channels/port/attempt.js';
import { referenceOf } from '../../src/common/reference.js';
import type { RefundResult } from '../../src/connectors/channels/port/refund.js';
import { ContradictedPaymentsQuery } from '../../src/products/payments/attempts/outcome/contradicted-payments.query.js';
import { startWorld, type World } from '../support/world.js';
import { stopSound } from './support/expect-sound.js';
import { FakeChannel, result } from './support/fake-channel.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { refundResult } from './support/refund-shop.js';

let world: World;
let payments: PaymentWorld;
let acquirer: FakeChannel;
let shop: PaymentShop;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'api' });
  payments = paymentWorld(world);
  acquirer = payments.acquirer;
});
afterAll(() => stopSound(world));
beforeEach(async () => {
  // Nothing of the test before is due any more.
  await world.database.query(`UPDATE payment_attempt SET ask_at = 'infinity' WHERE ask_at IS NOT NULL`);
  Object.assign(acquirer, new FakeChannel('fake'));
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
    `SELECT reference, state, contradiction, said_minor || ' ' || said_currency AS said, ask_at IS NOT NULL AS "isAsked" FROM payment_attempt
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
  (await world.get(ContradictedPaymentsQuery).run(100)).find(({ transactionId }) => transactionId === id);

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
    acquirer.onAsk = () => result({ outcome: 'paid', money: PLN(10_000) });
    await payments.ask();
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
    acquirer.onAsk = () => result({ outcome: 'paid', money: PLN(9_000) });
    await payments.ask();
    expect(await attempt(id)).toMatchObject({ state: 'suspense', contradiction: null, isAsked: false });
    expect(await kinds(id)).toEqual(['payment.suspense']);
  });

  it('the sum that was asked for, of a payment that has been paid since: staff see both sums', async () => {
    const id = await ninety();
    const [first] = await shop.attempts(id);
    await shop.begin(id, 'ing');
    await shop.report(id, { outcome: 'paid' });
    await shop.report(id, { outcome: 'paid', money: PLN(10_000) }, first?.reference);
    acquirer.onAsk = () => result({ outcome: 'paid', money: PLN(10_000) });
    await payments.ask();
    expect(await listed(id)).toMatchObject({ contradiction: 'other_sum', seenMinor: 9_000, saidMinor: 10_000, askAt: null });
    expect(await kinds(id)).toEqual(['payment.suspense', 'payment.paid']);
  });

  it('a third one: the books do not settle it, and staff see both words', async () => {
    const id = await ninety();
    await shop.report(id, { outcome: 'paid', money: EUR(9_000) });
    acquirer.onAsk = () => result({ outcome: 'paid', money: EUR(9_000) });
    await payments.ask();
    expect(await listed(id)).toMatchObject({
      state: 'suspense',
      seenMinor: 9_000,
      seenCurrency: 'PLN',
      saidMinor: 9_000,
      saidCurrency: 'EUR',
      askAt: null,
    });
  });

  it('the same once more: nothing is new', async () => {
    const id = await ninety();
    await shop.report(id, { outcome: 'paid', money: PLN(9_000) });
    expect([await effects(id), await listed(id)]).toEqual([['suspended', 'duplicate'], undefined]);
  });

  it('books that were asked before it was contradicted settle nothing', async () => {
    const id = await begun();
    acquirer.onAsk = async () => {
      await shop.report(id, { outcome: 'paid', money: PLN(9_000) });
      return result({ outcome: 'paid', money: PLN(10_000) });
    };
    await world.forward({ minutes: 1 });
    await payments.ask();
    expect(await attempt(id)).toMatchObject({ state: 'suspense', contradiction: 'other_sum', said: '10000 PLN', isAsked: true });
    acquirer.onAsk = () => result({ outcome: 'paid', money: PLN(10_000) });
    await payments.ask();
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
      acquirer.onAsk = () => result(books);
      await payments.ask();
      expect(await attempt(id)).toMatchObject({ state: 'paid', contradiction: left, isAsked: false });
      expect([await shop.status(id), await kinds(id)]).toEqual(['paid', ['payment.paid']]);
    }
  });

  it('another sum: books that do not name theirs settle nothing', async () => {
    const id = await paid();
    await shop.report(id, { outcome: 'paid', money: PLN(1) });
    acquirer.onAsk = () => result({ outcome: 'paid' });
    await payments.ask();
    expect(await attempt(id)).toMatchObject({ contradiction: 'other_sum', said: '1 PLN', isAsked: false });
  });

  it('something, and then nothing that can be understood: after an hour it is left to staff', async () => {
    const id = await paid();
    await shop.report(id, { outcome: 'failed' });
    acquirer.onAsk = () => result({ outcome: 'unknown' });
    for (let rounds = 0; rounds < 20; rounds += 1) {
      await payments.ask();
      await world.forward({ hours: 1 });
    }
    expect(await attempt(id)).toMatchObject({ contradiction: 'failed_after_payment', isAsked: false });
  });

  it('something, at a channel that cannot be asked: staff see it at once', async () => {
    const id = await paid();
    Object.assign(acquirer.capabilities.mbank ?? {}, { ask: 'never' });
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
    acquirer.onSettle = () => result({ outcome: 'paid', money: PLN(10_000) });
    await payments.ask();
    expect([await shop.status(id), await listed(id)]).toEqual(['paid', undefined]);
  });

  it('stays in question while the acquirer does not say what it took', async () => {
    const id = await begun('paypal');
    await shop.report(id, { outcome: 'authorized', money: PLN(9_000) });
    await shop.report(id, { outcome: 'authorized' });
    await payments.ask();
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
    await payments.ask();
    return id;
  };
  const says = async (id: string, outcome: RefundResult['outcome'], money: RefundResult['money'] = null): Promise<void> => {
    const [row] = await world.database.query<{ name: string }[]>(
      'SELECT return_reference AS name FROM payment_attempt WHERE transaction_id = $1 AND return_reference IS NOT NULL',
      [id],
    );
    const about = { providerRef: null, reference: referenceOf(row?.name ?? '') };
    await world.http.post('/connectors/channels/fake/reports', {
      body: { kind: 'refund', ...about, eventId: `return-${(reports += 1)}`, result: refundResult(outcome, { money }) },
    });
  };
  const ledger = async (id: string): Promise<number> =>
    (await payments.entries(id)).reduce((sum, { lines }) => sum + (lines['platform:suspense'] ?? 0), 0);

  it('is back, and then failed: it is in suspense again, with an entry, and staff see both words', async () => {
    const id = await told(refundResult('completed'));
    expect([(await attempt(id)).state, await ledger(id)]).toEqual(['returned', 0]);
    await says(id, 'failed');
    expect(await listed(id)).toMatchObject({ state: 'suspense', contradiction: 'return_failed_after_completion', askAt: null });
    expect([await ledger(id), (await kinds(id)).slice(-2)]).toEqual([
      -10_000,
      ['payment.suspense_returned', 'payment.suspense_taken_back'],
    ]);
    await says(id, 'failed');
    expect((await effects(id)).slice(-2)).toEqual(['applied', 'duplicate']);
  });

  it('that was taken back is not entered as returned again, whatever the books say: staff look', async () => {
    const id = await told(refundResult('completed'));
    await says(id, 'failed');
    await says(id, 'completed');
    acquirer.onAskRefund = () => refundResult('completed');
    await payments.ask();
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
    acquirer.onAskRefund = () => refundResult(books);
    await payments.ask();
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
      acquirer.onAskRefund = () => refundResult(books);
      await payments.ask();
      expect(await attempt(id)).toMatchObject({ state, contradiction: null, isAsked: false });
      expect([await ledger(id), acquirer.refunds.length]).toEqual([suspense, 1]);
    },
  );

  it('was reported with another sum: nothing is entered, and staff see both sums', async () => {
    for (const books of [refundResult('completed'), refundResult('completed', { money: PLN(100) })]) {
      const id = await surplus();
      await says(id, 'completed', PLN(100));
      expect(await attempt(id)).toMatchObject({ state: 'suspense', contradiction: 'return_other_sum', said: '100 PLN', isAsked: true });
      acquirer.onAskRefund = () => books;
      await payments.ask();
      expect(await listed(id)).toMatchObject({ state: 'suspense', contradiction: 'return_other_sum', amountMinor: 10_000, askAt: null });
      expect([await ledger(id), (await effects(id)).at(-1), acquirer.refunds]).toEqual([-10_000, 'for_staff', []]);
    }
  });

  it('was reported with another sum, and the books say the right one: it is back', async () => {
    const id = await surplus();
    await says(id, 'completed', EUR(10_000));
    acquirer.onAskRefund = () => refundResult('completed', { money: PLN(10_000) });
    await payments.ask();
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
      acquirer.onAskRefund = () => refundResult('completed', { money: books });
      await payments.ask();
      expect(await attempt(id)).toMatchObject({ state: 'returned', contradiction: left, isAsked: false });
      expect(await ledger(id)).toBe(0);
    }
  });

  it('is back, and is reported so again: nothing is new', async () => {
    const id = await told(refundResult('completed'));
    await says(id, 'completed', PLN(10_000));
    expect([(await effects(id)).at(-1), await listed(id), (await attempt(id)).isAsked]).toEqual(['duplicate', undefined, false]);
  });

  it('has what was said of the payment kept, whatever becomes of the return', async () => {
    const id = await surplus();
    await shop.report(id, { outcome: 'paid', money: PLN(9_000) });
    expect(await listed(id)).toMatchObject({ state: 'return_due', contradiction: 'other_sum', saidMinor: 9_000 });
    acquirer.onRefund = () => refundResult('completed');
    await payments.ask();
    expect(await listed(id)).toMatchObject({ state: 'returned', contradiction: 'other_sum' });
  });
});

describe('two words at once that contradict each other', () => {
  it('end as if one had come after the other', async () => {
    for (let times = 0; times < 10; times += 1) {
      const id = await begun();
      await Promise.all([9_000, 10_000].map((minor) => shop.report(id, { outcome: 'paid', money: PLN(minor) })));
      const { state, contradiction } = await attempt(id);
      expect(['suspense', 'paid']).toContain(state);
      expect(contradiction).toBe('other_sum');
      acquirer.onAsk = () => result({ outcome: 'paid', money: PLN(10_000) });
      await payments.ask();
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
      await payments.ask();
    }
    const [row] = await world.database.query<{ name: string }[]>(
      `SELECT coalesce(return_reference, reference) AS name FROM payment_attempt WHERE transaction_id = $1 AND state = $2`,
      [id, state],
    );
    acquirer.onReport = () => ({
      verdict: 'hint',
      about: [{ providerRef: null, reference: referenceOf(row?.name ?? '') }],
      answer: { status: 200, contentType: 'text/plain', body: 'OK' },
    });
    await world.http.post('/connectors/channels/fake/reports', { body: {} });
    let asked = 0;
    acquirer.onAsk = () => result({ outcome: 'paid', money: PLN((asked += 1) && 10_000) });
    acquirer.onAskRefund = () => refundResult('completed', { money: PLN((asked += 1) && 10_000) });
    for (let rounds = 0; rounds < 3; rounds += 1) {
      await payments.ask();
      await world.forward({ hours: 1 });
    }
    expect([asked, await listed(id)]).toEqual([1, undefined]);
  });
});
