import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RealSystemClock } from '../../src/common/time/clocks.js';
import { ChargeQueries } from '../../src/products/direct-billing/charges/charge.queries.js';
import { CheckoutQueries } from '../../src/products/direct-billing/checkout/checkout.queries.js';
import { ExpireTransactionsService } from '../../src/products/direct-billing/charges/expire-transactions.service.js';
import { readDuringChange } from '../support/read-during-change.js';
import { until } from '../support/until.js';
import { type ChargeWorld, isChargeResponse, startChargeWorld } from './support/charge-world.js';
import { drainBatches } from '../support/drain-batches.js';

let suite: ChargeWorld;
beforeAll(async () => {
  suite = await startChargeWorld();
});
afterAll(() => suite.stop());

const isPayed = (status: string): boolean => status === 'payed';

/** Moves the time forward and polls while the charge is delayed, until the operator's `not_found` is definite. */
async function closeAsNotFound(): Promise<void> {
  await suite.world.moveTimeForward({ minutes: 1 });
  await suite.pollAllDueCharges();
  await suite.world.moveTimeForward({ minutes: 5 });
  await suite.pollAllDueCharges();
}

describe('a charge that is still on its way when the operator is polled', () => {
  it('stays open, and pays the transaction when it arrives', async () => {
    const order = await suite.createWithCodeSent();
    const delayedCharge = await suite.holdNewCharge(order);
    for (const seconds of [6, 20, 40, 120, 105]) {
      await suite.world.moveTimeForward({ seconds });
      await suite.pollAllDueCharges();
    }
    expect(await order.charges()).toMatchObject([{ state: 'sent', isPolled: true }]);
    expect(await order.payer.readPageState()).toBe('waiting');
    await suite.deliverHeldCharge(delayedCharge);
    expect(await order.status()).toBe('confirmed');
    await suite.advanceUntil(order.status, isPayed);
    expect(await suite.countBookedCharges(order)).toBe(1);
  });

  it('lets no form of its payer change anything, neither now nor after the payment', async () => {
    const order = await suite.createWithCodeSent();
    const delayedCharge = await suite.holdNewCharge(order);
    const storedAfter = async (submit: () => Promise<unknown>): Promise<unknown> => {
      await submit();
      return [
        await suite.world.database.query('SELECT * FROM direct_billing_transaction WHERE id = $1', [order.id]),
        await suite.world.database.query('SELECT reference FROM direct_billing_charge WHERE transaction_id = $1', [order.id]),
      ];
    };
    const { payer } = order;
    const forms = [
      () => payer.enterCode(),
      () => payer.requestNewCode(),
      () => payer.enterOtherNumber(),
      () => payer.chooseOperator('play', '500600700'),
    ];
    // A new code can be requested a minute after the last one.
    await suite.world.moveTimeForward({ minutes: 2 });
    const whileSent = await storedAfter(() => payer.readPageState());
    for (const submit of forms) expect(await storedAfter(submit)).toEqual(whileSent);
    await suite.deliverHeldCharge(delayedCharge);
    await suite.advanceUntil(order.status, isPayed);
    const afterPayment = await storedAfter(() => payer.readPageState());
    for (const submit of forms) expect(await storedAfter(submit)).toEqual(afterPayment);
  });

  it('never makes the page request the code again, even when the operator accepts the charge while the page is read', async () => {
    const order = await suite.createWithCodeSent();
    const delayedCharge = await suite.holdNewCharge(order);
    const page = () => suite.world.get(CheckoutQueries).view(order.id);
    const view = await readDuringChange({ database: suite.world.database, id: order.id }, page, () =>
      suite.deliverHeldCharge(delayedCharge),
    );
    expect([view?.stage, (await page())?.stage]).toEqual(['waiting', 'confirmed']);
    await suite.advanceUntil(order.status, isPayed);
  });

  it('becomes not_found minutes later, and still pays the transaction if it arrives after that', async () => {
    const order = await suite.createWithCodeSent();
    const delayedCharge = await suite.holdNewCharge(order);
    await closeAsNotFound();
    expect(await order.charges()).toMatchObject([{ state: 'not_found', isPolled: false }]);
    expect(await order.payer.readPageState()).toBe('code');
    await suite.deliverHeldCharge(delayedCharge);
    expect(await order.status()).toBe('confirmed');
    await suite.advanceUntil(order.status, isPayed);
    expect(await suite.countBookedCharges(order)).toBe(1);
  });

  it('is reversed if it arrives after the transaction has expired, also without a callback', async () => {
    const order = await suite.createWithCodeSent();
    const delayedCharge = await suite.holdNewCharge(order);
    await suite.world.moveTimeForward({ minutes: 31 });
    await drainBatches(() => suite.world.get(ExpireTransactionsService).batch());
    expect(await order.status()).toBe('new'); // the outcome is unknown
    await suite.pollAllDueCharges();
    await drainBatches(() => suite.world.get(ExpireTransactionsService).batch());
    expect(await order.status()).toBe('rejected');
    await suite.deliverHeldCharge(delayedCharge);
    expect(await order.charges()).toMatchObject([{ state: 'in_doubt', isPolled: true }]);
    await suite.advanceUntil(order.states, ([state]) => state === 'reversed');
    expect([await order.status(), await suite.countBookedCharges(order)]).toEqual(['rejected', 0]);
    const late = await suite.world.get(ChargeQueries).bookedLate();
    const expected = { serviceId: suite.serviceId, operator: 'orange', grossMinor: expect.any(Number), test: true, state: 'reversed' };
    expect(late).toContainEqual(expect.objectContaining({ transactionId: order.id, ...expected }));
  });

  it('is reversed if the payer has paid with another code before it arrives', async () => {
    const order = await suite.createWithCodeSent();
    const delayedCharge = await suite.holdNewCharge(order);
    await closeAsNotFound();
    expect(await order.payer.requestNewCode()).toBe(303);
    expect(await order.payer.enterCode()).toBe(303);
    await suite.deliverHeldCharge(delayedCharge);
    expect(await order.charges()).toMatchObject([
      { state: 'in_doubt', isPolled: true },
      { state: 'accepted', isPolled: true },
    ]);
    await suite.advanceUntil(order.states, (states) => states.join() === 'reversed,booked');
    expect([await order.status(), await suite.countBookedCharges(order)]).toEqual(['payed', 1]);
  });

  it('pays the transaction if the payer’s second charge fails', async () => {
    const order = await suite.createWithCodeSent();
    const first = await suite.holdNewCharge(order);
    await closeAsNotFound();
    expect(await order.payer.requestNewCode()).toBe(303);
    const { held, work } = await suite.holdMessages(isChargeResponse, 1, () => ({ typed: order.payer.enterCode('000000') }));
    await suite.deliverHeldCharge(first);
    expect(await order.states()).toEqual(['in_doubt', 'sent']);
    held[0]?.letArrive();
    expect(await work.typed).toBe(422);
    expect(await order.status()).toBe('new');
    await suite.advanceUntil(order.states, (states) => states.join() === 'booked,wrong_code');
    expect([await order.status(), await suite.countBookedCharges(order)]).toEqual(['payed', 1]);
  });
});

describe('a charge that became not_found before its call ended', () => {
  it('pays the transaction although its response is lost', async () => {
    const order = await suite.createWithCodeSent();
    const { charge, submission } = await suite.holdNewCharge(order);
    await closeAsNotFound();
    charge.letArriveWithoutResponse();
    await submission;
    await until(
      () => suite.countBookedCharges(order),
      (times) => times === 1,
    );
    await suite.loseCallbacks();
    expect(await order.charges()).toMatchObject([{ state: 'in_doubt', isPolled: true }]);
    await suite.advanceUntil(order.status, isPayed);
  });

  it('is polled for a day if it never arrives, and no payer waits for it', async () => {
    const order = await suite.createWithCodeSent();
    const { charge, submission } = await suite.holdNewCharge(order);
    await closeAsNotFound();
    charge.dropMessage();
    await submission;
    expect(await order.payer.readPageState()).toBe('code');
    await suite.world.moveTimeForward({ hours: 23 });
    await suite.pollAllDueCharges();
    expect(await order.charges()).toMatchObject([{ state: 'in_doubt', isPolled: true }]);
    await suite.world.moveTimeForward({ hours: 2 });
    await suite.pollAllDueCharges();
    expect(await order.charges()).toMatchObject([{ state: 'not_found', isPolled: false }]);
    await drainBatches(() => suite.world.get(ExpireTransactionsService).batch());
    expect([await order.status(), await suite.countBookedCharges(order)]).toEqual(['rejected', 0]);
  });

  it.each([
    ['accepted', { seconds: 11 }, 'confirmed'],
    ['booked', { seconds: 13 }, 'payed'],
  ])('continues when the operator reports it as %s', async (_, elapsed, status) => {
    const order = await suite.createWithCodeSent('011');
    const { charge, submission } = await suite.holdNewCharge(order);
    await closeAsNotFound();
    // A stopped clock, so that the next callback does not become due as well.
    const clockSpy = jest.spyOn(RealSystemClock.prototype, 'now').mockReturnValue(new Date());
    charge.letArrive();
    await until(
      () => suite.countBookedCharges(order),
      (times) => times === 1,
    );
    await suite.world.moveTimeForward(elapsed);
    await suite.world.sandbox.deliverCallbacks('due');
    clockSpy.mockRestore();
    await until(order.status, (current) => current === status);
    await suite.advanceUntil(order.status, isPayed);
    charge.letArriveWithoutResponse(); // ends the call of the charge
    await submission;
    expect(await order.states()).toEqual(['booked']);
  });
});

describe('a charge that was not sent, because the operator could not be reached', () => {
  it('lets the payer enter the same code again immediately, without losing a try', async () => {
    const order = await suite.createWithCodeSent();
    const reconnect = suite.disconnectOperators();
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await order.payer.enterCode()).toBe(503);
      expect(await order.payer.readPageState()).toBe('code');
    }
    expect(await order.states()).toEqual(Array(4).fill('not_sent'));
    reconnect();
    expect(await order.payer.enterCode()).toBe(303);
    await suite.advanceUntil(order.status, isPayed);
    expect(await suite.countBookedCharges(order)).toBe(1);
  });

  it('is not polled', async () => {
    const order = await suite.createWithCodeSent();
    const reconnect = suite.disconnectOperators();
    await order.payer.enterCode();
    reconnect();
    expect(await order.charges()).toMatchObject([{ state: 'not_sent', isPolled: false }]);
    await suite.world.moveTimeForward({ minutes: 31 });
    await drainBatches(() => suite.world.get(ExpireTransactionsService).batch());
    expect(await order.status()).toBe('rejected');
  });
});

describe('a charge that is booked after the payer has chosen another operator', () => {
  const PLAY_NUMBER = '500777700';
  /** Creates a charge at Orange that becomes not_found. Then the payer chooses Play with another phone number and another price. */
  async function switchToPlay(): Promise<{
    order: Awaited<ReturnType<ChargeWorld['createWithCodeSent']>>;
    delayedCharge: Awaited<ReturnType<ChargeWorld['holdNewCharge']>>;
  }> {
    const share = 'share_low_bp = 5000, share_middle_bp = 5000, share_high_bp = 5000';
    await suite.world.database.query(`UPDATE direct_billing_tariff SET ${share} WHERE service_id = $1 AND operator = 'play'`, [
      suite.serviceId,
    ]);
    await until(
      () => suite.prices(10),
      ({ play }) => play?.gross === 24.6,
    );
    const order = await suite.createWithCodeSent('700', { amount: 10, amountType: 'required' });
    const delayedCharge = await suite.holdNewCharge(order);
    await closeAsNotFound();
    await order.payer.enterOtherNumber();
    await suite.world.moveTimeForward({ seconds: 31 });
    expect(await order.payer.chooseOperator('play', PLAY_NUMBER)).toBe(303);
    return { order, delayedCharge: delayedCharge };
  }
  const postingsOf = async (id: string): Promise<unknown> =>
    suite.world.database.query(
      `SELECT a.kind AS account, p.amount_minor::int AS minor FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
         JOIN ledger_account a ON a.id = p.account_id WHERE e.reference = $1 AND a.kind <> 'platform:vat' ORDER BY e.created_at, p.line`,
      [id],
    );
  const notificationsOf = async (id: string): Promise<unknown[]> =>
    (await suite.world.database.query<{ body: string }[]>('SELECT body FROM webhook_event WHERE subject_id = $1 ORDER BY id', [id])).map(
      ({ body }) => JSON.parse(body) as unknown,
    );

  it('is booked, shown and notified with its own operator, number and price', async () => {
    const { order, delayedCharge } = await switchToPlay();
    await suite.deliverHeldCharge(delayedCharge);
    await suite.advanceUntil(order.status, isPayed);
    // 10.00 at 30 % is 14.29 net and 17.58 gross. At Play it would have been 20.00 net and 24.60 gross.
    expect(await postingsOf(order.id)).toEqual([
      { account: 'platform:clearing:orange', minor: 1758 },
      { account: 'partner:pending', minor: -1000 },
      { account: 'platform:commission', minor: -429 },
    ]);
    expect(await order.record()).toMatchObject({ operator: 'orange', phoneNumber: order.phone, value: 17.58, value_netto: 14.29 });
    const charged = { number_from: order.phone, provider: 1, values: { net: 14.29, gross: 17.58, partner: 10 } };
    expect(await notificationsOf(order.id)).toMatchObject([
      { status: 'transaction_db_confirmed', ...charged },
      { status: 'transaction_db_payed', ...charged },
    ]);
  });

  it('is booked to suspense and reversed at Orange if Play has charged before', async () => {
    const { order, delayedCharge } = await switchToPlay();
    expect(await order.payer.enterCode()).toBe(303);
    await suite.deliverHeldCharge(delayedCharge);
    await suite.advanceUntil(order.states, (states) => states.join() === 'reversed,booked');
    expect(await postingsOf(order.id)).toEqual([
      { account: 'platform:clearing:play', minor: 2460 },
      { account: 'partner:pending', minor: -1000 },
      { account: 'platform:commission', minor: -1000 },
    ]);
    expect(await order.record()).toMatchObject({ operator: 'play', phoneNumber: `48${PLAY_NUMBER}`, value: 24.6 });
    const [{ reference } = { reference: '' }] = await order.charges();
    expect(await postingsOf(`${order.id}:${reference}`)).toMatchObject([
      { account: 'platform:clearing:orange', minor: 1758 },
      { account: 'platform:suspense', minor: -1758 },
      { account: 'platform:clearing:orange', minor: -1758 },
      { account: 'platform:suspense', minor: 1758 },
    ]);
  });
});

describe('the constraints of the database', () => {
  const violatedConstraint = (sql: string, id: string): Promise<unknown> =>
    suite.world.asOwner(sql, [id]).then(
      () => null,
      (error: { constraint: string }) => error.constraint,
    );

  it('require a next poll for each charge with an open outcome, and forbid one for a definite outcome', async () => {
    const order = await suite.createWithCodeSent();
    const delayedCharge = await suite.holdNewCharge(order);
    const constraint = 'direct_billing_charge_open_is_polled';
    expect(await violatedConstraint('UPDATE direct_billing_charge SET next_poll_at = NULL WHERE transaction_id = $1', order.id)).toBe(
      constraint,
    );
    for (const state of ['accepted', 'in_doubt', 'reversal_due'])
      expect(
        await violatedConstraint(
          `UPDATE direct_billing_charge SET state = '${state}', next_poll_at = NULL WHERE transaction_id = $1`,
          order.id,
        ),
      ).toBe(constraint);
    for (const state of ['booked', 'refused', 'wrong_code', 'reversed'])
      expect(await violatedConstraint(`UPDATE direct_billing_charge SET state = '${state}' WHERE transaction_id = $1`, order.id)).toBe(
        constraint,
      );
    expect(
      await violatedConstraint(
        "UPDATE direct_billing_charge SET state = 'not_found', next_poll_at = NULL, updated_at = now() WHERE transaction_id = $1",
        order.id,
      ),
    ).toBe('direct_billing_charge_not_found_in_time');
    await suite.deliverHeldCharge(delayedCharge);
    await suite.advanceUntil(order.status, isPayed);
  });

  it('forbid changes of a charge’s values, and of a payed transaction’s values', async () => {
    const order = await suite.createWithCodeSent();
    const delayedCharge = await suite.holdNewCharge(order);
    for (const change of [
      "operator = 'play'",
      "phone_number = '48500999999'",
      'gross_minor = 1',
      'net_minor = 1',
      'partner_minor = 1',
      'test = false',
    ])
      expect(await violatedConstraint(`UPDATE direct_billing_charge SET ${change} WHERE transaction_id = $1`, order.id)).toBe(
        'direct_billing_charge_immutable',
      );
    await suite.deliverHeldCharge(delayedCharge);
    const payed = "UPDATE direct_billing_transaction SET status = 'transaction_db_payed' WHERE id = $1";
    expect(await violatedConstraint(payed, order.id)).toBe('direct_billing_transaction_payed_by_charge');
    await suite.advanceUntil(order.status, isPayed);
    for (const change of [
      "operator = 'play'",
      "phone_number = '48500999999'",
      'gross_minor = 1',
      'net_minor = 1',
      'partner_minor = 1',
      'test = false',
    ])
      expect(await violatedConstraint(`UPDATE direct_billing_transaction SET ${change} WHERE id = $1`, order.id)).toBe(
        'direct_billing_transaction_paid_immutable',
      );
  });

  it('allow at most one live charge per transaction', async () => {
    const order = await suite.createWithCodeSent();
    const delayedCharge = await suite.holdNewCharge(order);
    const insertAnother = (state: string): Promise<unknown> =>
      violatedConstraint(
        `INSERT INTO direct_billing_charge (reference, transaction_id, operator, phone_number, test, state, gross_minor, net_minor, partner_minor, next_poll_at, sent_at, updated_at)
         SELECT gen_random_uuid(), transaction_id, operator, phone_number, test, '${state}', gross_minor, net_minor, partner_minor, ${state === 'booked' ? 'NULL' : 'now()'}, now(), now()
         FROM direct_billing_charge WHERE transaction_id = $1 LIMIT 1`,
        order.id,
      );
    for (const state of ['sent', 'accepted', 'booked']) expect(await insertAnother(state)).toBe('direct_billing_charge_one_live');
    expect(await insertAnother('in_doubt')).toBeNull(); // a charge in doubt is allowed in addition to a live charge
    await suite.deliverHeldCharge(delayedCharge);
    await suite.advanceUntil(order.status, isPayed);
  });
});
