import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StateHistory } from '../../src/platform/history/state-history.js';
import { SLOW_POLL_COUNT } from '../../src/platform/remote-operations/poll-schedule.js';
import { PaymentRefund } from '../../src/products/payments/refunds/payment-refund.entity.js';
import { SendRefundService } from '../../src/products/payments/refunds/send-refund.service.js';
import { startWorld, type World } from '../support/world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { FakeAcquirer } from './support/fake-acquirer.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { type RefundShop, refundResult, refundShop, sendRefunds } from './support/refund-shop.js';

let world: World;
let payments: PaymentWorld;
let acquirer: FakeAcquirer;
let shop: PaymentShop;
let refunds: RefundShop;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
  acquirer = payments.acquirer;
});
afterAll(() => stopAndVerifyLedger(world));
beforeEach(async () => {
  // Refunds of earlier tests must not be polled any more.
  await world.database.query(`UPDATE payment_refund SET next_poll_at = 'infinity' WHERE next_poll_at IS NOT NULL`);
  Object.assign(acquirer, new FakeAcquirer('fake'));
  shop = await payments.openPaymentShop();
  refunds = refundShop(world, shop);
  await refunds.createPaidTransaction({ amount: 900 });
});

const moveTimeAndPoll = async (seconds = 60): Promise<void> => {
  await world.moveTimeForward({ seconds });
  await sendRefunds(world);
};
/** Creates a refund of a whole payment and sends it. The acquirer responds with this outcome. */
const createSentRefund = async (outcome: Parameters<typeof refundResult>[0]): Promise<{ id: string; refund: string }> => {
  const id = await refunds.createPaidTransaction({ amount: 10 });
  acquirer.onRefund = () => refundResult(outcome);
  const refund = await refunds.createNewRefund(id);
  await sendRefunds(world);
  return { id, refund };
};
/** The stored effects of the callbacks about a refund, in the order of their arrival. */
const effectsOfCallbacks = async (refund: string): Promise<string[]> =>
  (
    await world.database.query<{ effect: string }[]>(
      'SELECT effect FROM payment_callback WHERE refund_id = $1 ORDER BY received_at, event_id',
      [refund],
    )
  ).map(({ effect }) => effect);
/** Sends a callback that is only a hint about a refund. The later callbacks of the test are hints, too. */
const sendHint = async (refund: string): Promise<void> => {
  acquirer.onCallback = () => ({
    verdict: 'hint',
    about: [{ providerRef: null, reference: refund.replaceAll('-', '') }],
    answer: { status: 200, contentType: 'text/plain', body: 'OK' },
  });
  await world.http.post('/connectors/channels/fake/reports', { body: {} });
};
/** Polls without an outcome. For a refund in a final state, the wait for the last poll is next. */
const pollUntilLastWait = async (): Promise<void> => {
  acquirer.onPollRefund = () => refundResult('unknown');
  for (let round = 1; round <= SLOW_POLL_COUNT; round += 1) await moveTimeAndPoll(3_600);
};
const readConflict = async (refund: string): Promise<{ conflict: string | null; isPollDue: boolean }> => {
  const [row] = await world.database.query<{ conflict: string | null; isPollDue: boolean }[]>(
    'SELECT conflict, next_poll_at IS NOT NULL AS "isPollDue" FROM payment_refund WHERE id = $1',
    [refund],
  );
  return row ?? { conflict: null, isPollDue: false };
};
const reasonsOfChanges = async (id: string): Promise<string[]> =>
  (await world.get(StateHistory).changesOfSubject(id)).map(({ reason }) => reason);
const entryKinds = async (id: string): Promise<string[]> => (await payments.entries(id)).map(({ kind }) => kind);

describe('a refund without an outcome', () => {
  it('keeps its reservation, and is polled until the outcome is known', async () => {
    const { id, refund } = await createSentRefund('unknown');
    expect(await refunds.status(refund)).toBe('pending');
    expect(await refunds.wallet()).toMatchObject({ reserved: 1_000 });
    acquirer.onPollRefund = () => refundResult('unknown');
    for (let round = 1; round <= 3; round += 1) {
      await moveTimeAndPoll();
      expect([acquirer.refundsPolled.length, await refunds.status(refund)]).toEqual([round, 'pending']);
    }
    acquirer.onPollRefund = () => refundResult('completed', { providerRef: 'known now' });
    await moveTimeAndPoll(300);
    expect([await refunds.status(refund), await shop.readStatus(id)]).toEqual(['completed', 'refunded']);
    expect(acquirer.refunds).toHaveLength(1);
    expect(acquirer.refundsPolled.at(-1)).toMatchObject({ reference: refund.replaceAll('-', ''), providerRef: null });
    await moveTimeAndPoll(3_600);
    expect(acquirer.refundsPolled).toHaveLength(4);
  });

  it('is sent again under the same reference when the acquirer does not know it', async () => {
    const { refund } = await createSentRefund('unknown');
    await moveTimeAndPoll();
    expect(acquirer.refunds.map(({ reference }) => reference)).toEqual([refund, refund].map((id) => id.replaceAll('-', '')));
  });

  it('is not sent again after the acquirer returned a reference of its own', async () => {
    acquirer.onPollRefund = () => ({ outcome: 'not_found' });
    const id = await refunds.createPaidTransaction({ amount: 10 });
    acquirer.onRefund = () => refundResult('pending', { providerRef: 'named' });
    const refund = await refunds.createNewRefund(id);
    await sendRefunds(world);
    await moveTimeAndPoll();
    await moveTimeAndPoll(300);
    expect([acquirer.refunds.length, acquirer.refundsPolled.length, await refunds.status(refund)]).toEqual([1, 2, 'pending']);
    expect(acquirer.refundsPolled[0]).toMatchObject({ providerRef: 'named' });
  });

  it('is sent again later when the acquirer was not reached', async () => {
    const id = await refunds.createPaidTransaction({ amount: 10 });
    acquirer.onRefund = () => ({ outcome: 'not_sent' });
    const refund = await refunds.createNewRefund(id);
    await sendRefunds(world);
    expect(await refunds.status(refund)).toBe('pending');
    acquirer.onRefund = () => refundResult('completed');
    await moveTimeAndPoll();
    expect([await refunds.status(refund), acquirer.refunds.length]).toEqual(['completed', 2]);
  });

  it('is not polled while the first provider request may still be pending', async () => {
    await createSentRefund('unknown');
    await moveTimeAndPoll(1);
    await sendRefunds(world);
    expect([acquirer.refunds.length, acquirer.refundsPolled.length]).toEqual([1, 0]);
  });

  it('is sent together with at most 49 others, and the next batch follows immediately', async () => {
    const id = await refunds.createPaidTransaction({ amount: 10 });
    for (let part = 0; part < 51; part += 1) await refunds.createNewRefund(id, 0.01);
    expect([await sendRefunds(world), acquirer.refunds.length]).toEqual([true, 50]);
    expect([await sendRefunds(world), acquirer.refunds.length]).toEqual([false, 51]);
  });

  it('does not stop the refunds of other payments when its connector throws an error', async () => {
    const [id, other] = [await refunds.createPaidTransaction({ amount: 10 }), await refunds.createPaidTransaction({ amount: 20 })];
    acquirer.onRefund = ({ money }) => {
      if (money.amountMinor === 1_000) throw new Error('A mistake in the connector');
      return refundResult('completed');
    };
    const [failing, completed] = [await refunds.createNewRefund(id), await refunds.createNewRefund(other)];
    await expect(sendRefunds(world)).rejects.toThrow('A mistake in the connector');
    expect([await refunds.status(failing), await refunds.status(completed)]).toEqual(['pending', 'completed']);
  });
});

describe('the acquirer of a refund', () => {
  it('returns data that is stored with the refund and with the attempt', async () => {
    const id = await refunds.createPaidTransaction({ amount: 10 });
    acquirer.onRefund = () => refundResult('pending', { providerRef: 'r-7', rawCode: 'WAIT', data: { capture: 'c-1' } });
    const refund = await refunds.createNewRefund(id, 4);
    await sendRefunds(world);
    const rows = await world.database.query('SELECT provider_ref, raw_code FROM payment_refund WHERE id = $1', [refund]);
    expect(rows).toEqual([{ provider_ref: 'r-7', raw_code: 'WAIT' }]);
    await refunds.createNewRefund(id, 1);
    await sendRefunds(world);
    expect(acquirer.refunds.at(-1)?.attempt.data).toEqual({ capture: 'c-1' });
    // A callback without a reference or a code leaves the stored ones unchanged.
    await refunds.reportRefund(refund, 'pending');
    await refunds.createNewRefund(id, 1);
    await sendRefunds(world);
    expect(acquirer.refunds.at(-1)?.attempt.data).toEqual({ capture: 'c-1' });
    expect(await world.database.query('SELECT provider_ref, raw_code FROM payment_refund WHERE id = $1', [refund])).toEqual(rows);
    // Several refunds with the same provider reference: only the first refund has the reference.
    const providerRefs = await world.database.query(
      'SELECT provider_ref FROM payment_refund WHERE transaction_id = $1 ORDER BY created_at',
      [id],
    );
    expect(providerRefs).toEqual([{ provider_ref: 'r-7' }, { provider_ref: null }, { provider_ref: null }]);
  });

  it('may require a delay between two refunds of one payment', async () => {
    Object.assign(acquirer.capabilities.mbank?.refunds ?? {}, { secondsApart: 100 });
    const [id, other] = [await refunds.createPaidTransaction({ amount: 10 }), await refunds.createPaidTransaction({ amount: 10 })];
    for (const payment of [id, id, id, other]) await refunds.createNewRefund(payment, 1);
    await sendRefunds(world);
    // At first, one refund of each payment is sent.
    for (const sentCount of [2, 3, 4]) {
      expect(acquirer.refunds).toHaveLength(sentCount);
      await moveTimeAndPoll(99);
      expect(acquirer.refunds).toHaveLength(sentCount);
      await moveTimeAndPoll(2);
    }
    expect(acquirer.refunds).toHaveLength(4);
  });
});

describe('a callback about a refund', () => {
  it.each([
    ['completed', 'completed', 'refunded'],
    ['rejected', 'rejected', 'paid'],
    ['failed', 'failed', 'paid'],
  ] as const)('with outcome %s ends a pending refund once', async (outcome, status, paymentStatus) => {
    const { id, refund } = await createSentRefund('pending');
    await refunds.reportRefund(refund, outcome, { eventId: `first-${refund}` });
    await refunds.reportRefund(refund, outcome, { eventId: `first-${refund}` });
    await refunds.reportRefund(refund, outcome);
    expect([await refunds.status(refund), await shop.readStatus(id)]).toEqual([status, paymentStatus]);
    expect(await effectsOfCallbacks(refund)).toEqual(['applied', 'duplicate']);
    expect((await entryKinds(id)).slice(2)).toEqual([outcome === 'completed' ? 'refund.completed' : 'refund.released']);
    await moveTimeAndPoll();
    expect(acquirer.refundsPolled).toEqual([]);
  });

  it('that arrives before the response completes the refund, and the response changes nothing', async () => {
    const id = await refunds.createPaidTransaction({ amount: 10 });
    acquirer.onRefund = async ({ reference }) => {
      // The reference is the id of the refund without hyphens.
      await refunds.reportRefund(reference.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), 'completed');
      return refundResult('pending');
    };
    const refund = await refunds.createNewRefund(id);
    await sendRefunds(world);
    expect([await refunds.status(refund), await shop.readStatus(id)]).toEqual(['completed', 'refunded']);
    await moveTimeAndPoll(3_600);
    expect(acquirer.refundsPolled).toEqual([]);
  });

  it('is matched by the acquirer’s own reference, but not when it comes from another acquirer', async () => {
    const { refund } = await createSentRefund('pending');
    await refunds.reportRefund(refund, 'pending', { result: { providerRef: 'r-9' } });
    const event = { kind: 'refund', reference: null, providerRef: 'r-9', result: refundResult('completed') };
    new FakeAcquirer('stranger', []).replaceIn(payments.connectors);
    await world.http.post('/connectors/channels/stranger/reports', { body: { ...event, eventId: 'stranger' } });
    await world.http.post('/connectors/channels/stranger/reports', {
      body: { ...event, providerRef: null, reference: refund.replaceAll('-', ''), eventId: 'stranger-2' },
    });
    expect(await refunds.status(refund)).toBe('pending');
    await world.http.post('/connectors/channels/fake/reports', { body: { ...event, eventId: `named-${refund}` } });
    expect(await refunds.status(refund)).toBe('completed');
  });

  it('about an unknown refund needs staff', async () => {
    await refunds.reportRefund('019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607', 'completed', { eventId: 'unheard-of' });
    const rows = await world.database.query(`SELECT kind, effect, refund_id FROM payment_callback WHERE event_id = 'unheard-of'`);
    expect(rows).toEqual([{ kind: 'refund', effect: 'for_staff', refund_id: null }]);
  });

  it('about a refund that was not sent to the acquirer needs staff and changes nothing', async () => {
    const refund = await refunds.createNewRefund(await refunds.createPaidTransaction({ amount: 10 }));
    await refunds.reportRefund(refund, 'completed');
    expect([await refunds.status(refund), await effectsOfCallbacks(refund)]).toEqual(['new', ['for_staff']]);
  });

  it('that is only a hint makes the gateway poll, and the response to the poll decides', async () => {
    const { refund } = await createSentRefund('pending');
    acquirer.onPollRefund = () => refundResult('completed');
    await sendHint(refund);
    expect(await refunds.status(refund)).toBe('pending');
    await sendRefunds(world);
    expect(await refunds.status(refund)).toBe('completed');
    acquirer.onPollRefund = () => refundResult('failed');
    await sendHint(refund);
    await sendRefunds(world);
    expect(await refunds.status(refund)).toBe('failed');
  });
});

describe('a hint about a refund after many polls', () => {
  it.each([
    ['they rejected the pending refund', 'pending', null, 'rejected', 'rejected'],
    ['they cleared its conflict', 'completed', 'rejected', 'completed', 'completed'],
    ['they showed that the acquirer had reversed it', 'completed', 'rejected', 'failed', 'failed'],
  ] as const)('is followed by short waits again, when %s', async (_, sent, conflicting, polled, status) => {
    const { refund } = await createSentRefund(sent);
    if (conflicting) await refunds.reportRefund(refund, conflicting);
    await pollUntilLastWait();
    acquirer.onPollRefund = () => refundResult(polled);
    await moveTimeAndPoll(3_600);
    expect([await refunds.status(refund), await readConflict(refund)]).toEqual([status, { conflict: null, isPollDue: false }]);
    acquirer.onPollRefund = () => refundResult('unknown');
    await sendHint(refund);
    const pollsBefore = acquirer.refundsPolled.length;
    await sendRefunds(world);
    await moveTimeAndPoll();
    expect(acquirer.refundsPolled.length - pollsBefore).toBe(2);
  });
});

describe('polls about a refund in a final state', () => {
  it.each([
    ['unknown', refundResult('unknown')],
    ['not_found', { outcome: 'not_found' }],
  ] as const)('end after about an hour when the acquirer responds only with %s', async (_, polled) => {
    const { refund } = await createSentRefund('rejected');
    acquirer.onPollRefund = () => polled;
    await sendHint(refund);
    await sendRefunds(world);
    for (let minute = 0; minute < 120; minute += 1) await moveTimeAndPoll();
    expect(acquirer.refundsPolled).toHaveLength(SLOW_POLL_COUNT + 1);
    expect([await refunds.status(refund), await readConflict(refund)]).toEqual(['rejected', { conflict: null, isPollDue: false }]);
  });

  it('end with the conflict left to staff, and a hint during the last wait or the last poll gets a poll', async () => {
    const { refund } = await createSentRefund('rejected');
    const conflict = 'completed_after_release';
    await refunds.reportRefund(refund, 'completed');
    await pollUntilLastWait();
    await sendHint(refund);
    acquirer.onPollRefund = async () => {
      await sendHint(refund);
      return refundResult('unknown');
    };
    await sendRefunds(world);
    expect([acquirer.refundsPolled.length, await readConflict(refund)]).toEqual([SLOW_POLL_COUNT + 1, { conflict, isPollDue: true }]);
    acquirer.onPollRefund = () => refundResult('unknown');
    await sendRefunds(world);
    expect([acquirer.refundsPolled.length, await readConflict(refund)]).toEqual([SLOW_POLL_COUNT + 2, { conflict, isPollDue: false }]);
  });

  it('do not end when the last one begins before a new conflict', async () => {
    const { refund } = await createSentRefund('completed');
    await refunds.reportRefund(refund, 'rejected');
    await pollUntilLastWait();
    acquirer.onPollRefund = async () => {
      await refunds.reportRefund(refund, 'completed', { money: { amountMinor: 999, currency: 'PLN' } });
      return refundResult('unknown');
    };
    await moveTimeAndPoll(3_600);
    expect(await readConflict(refund)).toEqual({ conflict: 'other_sum', isPollDue: true });
  });
});

describe('a callback with a conflict that arrives during a poll', () => {
  const money = { amountMinor: 999, currency: 'PLN' };

  it.each([
    ['would clear it', 'completed', ['rejected', {}], 'completed', 'rejected_after_completion'],
    ['would clear it', 'rejected', ['completed', {}], 'rejected', 'completed_after_release'],
    ['would leave it to staff', 'rejected', ['completed', {}], 'completed', 'completed_after_release'],
    ['would reverse the refund', 'completed', ['completed', { money }], 'rejected', 'other_sum'],
  ] as const)('gets a poll of its own, although the older response %s', async (_, sent, [reported, options], polled, conflict) => {
    const { refund } = await createSentRefund(sent);
    await refunds.reportRefund(refund, reported, options);
    acquirer.onPollRefund = async () => {
      await refunds.reportRefund(refund, reported, options);
      return refundResult(polled);
    };
    await sendRefunds(world);
    expect([await refunds.status(refund), await readConflict(refund)]).toEqual([sent, { conflict, isPollDue: true }]);
    acquirer.onPollRefund = () => refundResult(sent, { money: { amountMinor: 1_000, currency: 'PLN' } });
    await sendRefunds(world);
    expect([await refunds.status(refund), await readConflict(refund)]).toEqual([sent, { conflict: null, isPollDue: false }]);
  });
});

describe('another amount of a pending refund', () => {
  const money = { amountMinor: 999, currency: 'PLN' };

  it('in a poll is a conflict, and the refund is polled at the usual times', async () => {
    const { refund } = await createSentRefund('pending');
    acquirer.onPollRefund = () => refundResult('completed', { money });
    await moveTimeAndPoll();
    await sendRefunds(world);
    expect([acquirer.refundsPolled.length, await readConflict(refund)]).toEqual([1, { conflict: 'other_sum', isPollDue: true }]);
    await moveTimeAndPoll();
    expect(acquirer.refundsPolled).toHaveLength(2);
  });

  it('in a callback is a conflict, and the refund is polled immediately', async () => {
    const { refund } = await createSentRefund('pending');
    await refunds.reportRefund(refund, 'completed', { money });
    expect(await readConflict(refund)).toEqual({ conflict: 'other_sum', isPollDue: true });
    acquirer.onPollRefund = () => refundResult('pending');
    await sendRefunds(world);
    await sendRefunds(world);
    expect([acquirer.refundsPolled.length, await refunds.status(refund)]).toEqual([1, 'pending']);
  });
});

describe('a conflict about the amount of a refund', () => {
  const [otherAmount, amount] = [999, 1_000].map((amountMinor) => ({ amountMinor, currency: 'PLN' }));
  const readReported = async (refund: string): Promise<unknown> => {
    const columns = 'conflict, conflict_minor, next_poll_at IS NOT NULL AS "isPollDue"';
    return (await world.database.query<unknown[]>(`SELECT ${columns} FROM payment_refund WHERE id = $1`, [refund]))[0];
  };

  it.each([
    ['completed', 'rejected', {}],
    ['rejected', 'completed', { money: amount }],
  ] as const)('stays after another conflict in a callback, for a refund that was %s', async (sent, outcome, options) => {
    const { refund } = await createSentRefund(sent);
    await refunds.reportRefund(refund, 'completed', { money: otherAmount });
    await refunds.reportRefund(refund, outcome, options);
    expect(await readReported(refund)).toEqual({ conflict: 'other_sum', conflict_minor: '999', isPollDue: true });
  });

  it('is replaced when the latest poll has the amount and another conflict', async () => {
    const { refund } = await createSentRefund('rejected');
    await refunds.reportRefund(refund, 'completed', { money: otherAmount });
    acquirer.onPollRefund = () => refundResult('completed', { money: amount });
    await sendRefunds(world);
    expect(await readReported(refund)).toEqual({ conflict: 'completed_after_release', conflict_minor: '1000', isPollDue: false });
  });
});

it('a rejection that may be the response to a repeated request reverses no refund that was completed meanwhile', async () => {
  const { refund } = await createSentRefund('unknown');
  const claimed = await world.database.manager.findOneByOrFail(PaymentRefund, { id: refund });
  await refunds.reportRefund(refund, 'completed');
  acquirer.onRefund = () => refundResult('rejected');
  await world.get(SendRefundService).run(claimed, acquirer);
  expect([acquirer.refunds.length, await refunds.status(refund)]).toEqual([2, 'completed']);
  expect(await readConflict(refund)).toEqual({ conflict: 'rejected_after_completion', isPollDue: true });
});

describe('a refund that the acquirer reverses after its completion', () => {
  it('has failed, its money is in the wallet again, and the payment is paid again', async () => {
    const before = await refunds.wallet();
    const { id, refund } = await createSentRefund('completed');
    expect(await shop.readStatus(id)).toBe('refunded');
    await refunds.reportRefund(refund, 'failed');
    expect([await refunds.status(refund), await shop.readStatus(id)]).toEqual(['failed', 'paid']);
    expect([await reasonsOfChanges(refund), (await reasonsOfChanges(id)).slice(-2)]).toEqual([
      ['channel_told', 'channel_refunded', 'channel_took_it_back'],
      ['all_refunded', 'refund_taken_back'],
    ]);
    expect(await payments.entries(id)).toMatchObject([
      { kind: 'payment.paid' },
      { kind: 'refund.reserved' },
      { kind: 'refund.completed' },
      { kind: 'refund.taken_back', lines: { 'platform:clearing:mbank': 1_000, 'partner:available': -1_000 } },
    ]);
    expect(await refunds.wallet()).toEqual({ available: before.available + 985, reserved: 0 }); // 10.00 less the commission of 0.15.
    await refunds.reportRefund(refund, 'failed');
    expect(await effectsOfCallbacks(refund)).toEqual(['applied', 'duplicate']);
    acquirer.onRefund = () => refundResult('completed');
    await refunds.createNewRefund(id);
    await sendRefunds(world);
    expect(await shop.readStatus(id)).toBe('refunded');
  });

  it('leaves the other refunds of the payment unchanged', async () => {
    const id = await refunds.createPaidTransaction({ amount: 10 });
    acquirer.onRefund = () => refundResult('completed');
    const [first, second] = [await refunds.createNewRefund(id, 4), await refunds.createNewRefund(id, 6)];
    await sendRefunds(world);
    await refunds.reportRefund(second, 'failed');
    expect([await refunds.status(first), await refunds.status(second), await shop.readStatus(id)]).toEqual(['completed', 'failed', 'paid']);
    expect((await refunds.sendRefundRequest(id, { amount: 6.01 })).body.errorCode).toBe('REFUND_AMOUNT_TOO_HIGH');
    await refunds.createNewRefund(id, 6);
    await sendRefunds(world);
    expect(await shop.readStatus(id)).toBe('refunded');
  });
});

describe('conflicting outcomes of a refund', () => {
  it('are followed by a poll after "completed" for a rejected refund, and the poll decides whether staff are needed', async () => {
    for (const [polledOutcome, remainingConflict] of [
      ['failed', null],
      ['completed', 'completed_after_release'],
    ] as const) {
      const { id, refund } = await createSentRefund('rejected');
      await refunds.reportRefund(refund, 'completed');
      expect([await refunds.status(refund), await effectsOfCallbacks(refund)]).toEqual(['rejected', ['for_staff']]);
      expect(await readConflict(refund)).toEqual({ conflict: 'completed_after_release', isPollDue: true });
      acquirer.onPollRefund = () => refundResult(polledOutcome);
      await sendRefunds(world);
      expect(await readConflict(refund)).toEqual({ conflict: remainingConflict, isPollDue: false });
      expect([await refunds.status(refund), await shop.readStatus(id)]).toEqual(['rejected', 'paid']);
      expect(await entryKinds(id)).toEqual(['payment.paid', 'refund.reserved', 'refund.released']);
    }
    expect(acquirer.refunds).toHaveLength(2);
  });

  it('are followed by a poll after "rejected" for a completed refund, and the poll decides the state of the refund', async () => {
    for (const [polledOutcome, status, paymentStatus] of [
      ['completed', 'completed', 'refunded'],
      ['rejected', 'failed', 'paid'],
    ] as const) {
      const { id, refund } = await createSentRefund('completed');
      await refunds.reportRefund(refund, 'rejected');
      expect([await refunds.status(refund), await effectsOfCallbacks(refund)]).toEqual(['completed', ['for_staff']]);
      expect(await readConflict(refund)).toEqual({ conflict: 'rejected_after_completion', isPollDue: true });
      acquirer.onPollRefund = () => refundResult('unknown');
      await sendRefunds(world);
      expect(await readConflict(refund)).toMatchObject({ conflict: 'rejected_after_completion' });
      acquirer.onPollRefund = () => refundResult(polledOutcome);
      await moveTimeAndPoll();
      expect(await readConflict(refund)).toEqual({ conflict: null, isPollDue: false });
      expect([await refunds.status(refund), await shop.readStatus(id)]).toEqual([status, paymentStatus]);
    }
  });

  it('are followed by another poll when a poll responds "rejected" while a callback completes the refund', async () => {
    const { id, refund } = await createSentRefund('pending');
    acquirer.onPollRefund = async () => {
      await refunds.reportRefund(refund, 'completed'); // While the poll is pending.
      return refundResult('rejected');
    };
    await moveTimeAndPoll();
    expect([await refunds.status(refund), await shop.readStatus(id)]).toEqual(['completed', 'refunded']);
    expect(await readConflict(refund)).toEqual({ conflict: 'rejected_after_completion', isPollDue: true });
  });

  it('need staff and change nothing when a callback has a wrong amount', async () => {
    const { refund } = await createSentRefund('pending');
    await refunds.reportRefund(refund, 'completed', { money: { amountMinor: 999, currency: 'PLN' } });
    await refunds.reportRefund(refund, 'completed', { money: { amountMinor: 1_000, currency: 'EUR' } });
    expect([await refunds.status(refund), await effectsOfCallbacks(refund)]).toEqual(['pending', ['for_staff', 'for_staff']]);
    await refunds.reportRefund(refund, 'completed', { money: { amountMinor: 1_000, currency: 'PLN' } });
    expect(await refunds.status(refund)).toBe('completed');
    await refunds.reportRefund(refund, 'failed');
    expect(await readConflict(refund)).toEqual({ conflict: 'other_sum', isPollDue: false });
  });

  it('do not include "pending" and "unknown" after a final state', async () => {
    const [first, second] = [await createSentRefund('completed'), await createSentRefund('failed')];
    for (const { refund } of [first, second]) for (const late of ['pending', 'unknown'] as const) await refunds.reportRefund(refund, late);
    expect([await refunds.status(first.refund), await refunds.status(second.refund)]).toEqual(['completed', 'failed']);
    expect(await effectsOfCallbacks(first.refund)).toEqual(['no_news', 'no_news']);
  });
});
