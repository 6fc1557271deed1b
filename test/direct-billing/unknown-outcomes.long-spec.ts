import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RealSystemClock } from '../../src/common/time/clocks.js';
import { CheckoutViewQuery } from '../../src/products/direct-billing/checkout/checkout-view.query.js';
import { LateBookingsQuery } from '../../src/products/direct-billing/charges/late-bookings.query.js';
import { ExpireTransactionsService } from '../../src/products/direct-billing/charges/expire-transactions.service.js';
import { readDuringChange } from '../support/read-during-change.js';
import { until } from '../support/until.js';
import { type ChargeWorld, isChargeResponse, startChargeWorld } from './support/charge-world.js';
import { drainBatches } from '../support/drain-batches.js';

let here: ChargeWorld;
beforeAll(async () => {
  here = await startChargeWorld();
});
afterAll(() => here.stop());

const isPayed = (status: string): boolean => status === 'payed';

/** Time passes while the charge is on its way, until the operator's "not found" counts as definite. */
async function givenUp(): Promise<void> {
  await here.world.forward({ minutes: 1 });
  await here.ask();
  await here.world.forward({ minutes: 5 });
  await here.ask();
}

describe('a charge that is still on its way when the operator is polled', () => {
  it('is not given up, and counts when it arrives', async () => {
    const order = await here.sale();
    const underWay = await here.onItsWay(order);
    for (const seconds of [6, 20, 40, 120, 105]) {
      await here.world.forward({ seconds });
      await here.ask();
    }
    expect(await order.charges()).toMatchObject([{ state: 'sent', asked: true }]);
    expect(await order.payer.stage()).toBe('waiting');
    await here.arrive(underWay);
    expect(await order.status()).toBe('confirmed');
    await here.inTheEnd(order.status, isPayed);
    expect(await here.taken(order)).toBe(1);
  });

  it('never makes the page request the code again, even when the operator accepts the charge while the page is read', async () => {
    const order = await here.sale();
    const underWay = await here.onItsWay(order);
    const page = () => here.world.get(CheckoutViewQuery).run(order.id);
    const view = await readDuringChange({ database: here.world.database, id: order.id }, page, () => here.arrive(underWay));
    expect([view?.stage, (await page())?.stage]).toEqual(['waiting', 'confirmed']);
    await here.inTheEnd(order.status, isPayed);
  });

  it('is given up minutes later, and still counts when it arrives after all', async () => {
    const order = await here.sale();
    const underWay = await here.onItsWay(order);
    await givenUp();
    expect(await order.charges()).toMatchObject([{ state: 'not_found', asked: false }]);
    expect(await order.payer.stage()).toBe('code');
    await here.arrive(underWay);
    expect(await order.status()).toBe('confirmed');
    await here.inTheEnd(order.status, isPayed);
    expect(await here.taken(order)).toBe(1);
  });

  it('is reversed when the transaction has expired by then, also without a report', async () => {
    const order = await here.sale();
    const underWay = await here.onItsWay(order);
    await here.world.forward({ minutes: 31 });
    await drainBatches(() => here.world.get(ExpireTransactionsService).batch());
    expect(await order.status()).toBe('new'); // the outcome is not known yet
    await here.ask();
    await drainBatches(() => here.world.get(ExpireTransactionsService).batch());
    expect(await order.status()).toBe('rejected');
    await here.arrive(underWay);
    expect(await order.charges()).toMatchObject([{ state: 'in_doubt', asked: true }]);
    await here.inTheEnd(order.states, ([state]) => state === 'reversed');
    expect([await order.status(), await here.taken(order)]).toEqual(['rejected', 0]);
    const late = await here.world.get(LateBookingsQuery).run();
    const expected = { serviceId: here.serviceId, operator: 'orange', grossMinor: expect.any(Number), test: true, state: 'reversed' };
    expect(late).toContainEqual(expect.objectContaining({ transactionId: order.id, ...expected }));
  });

  it('is reversed when the payer has paid with another code meanwhile', async () => {
    const order = await here.sale();
    const underWay = await here.onItsWay(order);
    await givenUp();
    expect(await order.payer.resend()).toBe(303);
    expect(await order.payer.code()).toBe(303);
    await here.arrive(underWay);
    expect(await order.charges()).toMatchObject([
      { state: 'in_doubt', asked: true },
      { state: 'accepted', asked: true },
    ]);
    await here.inTheEnd(order.states, (states) => states.join() === 'reversed,booked');
    expect([await order.status(), await here.taken(order)]).toEqual(['payed', 1]);
  });

  it('counts when the payer’s other attempt comes to nothing', async () => {
    const order = await here.sale();
    const first = await here.onItsWay(order);
    await givenUp();
    expect(await order.payer.resend()).toBe(303);
    const { held, work } = await here.holding(isChargeResponse, 1, () => ({ typed: order.payer.code('000000') }));
    await here.arrive(first);
    expect(await order.states()).toEqual(['in_doubt', 'sent']);
    held[0]?.go();
    expect(await work.typed).toBe(422);
    expect(await order.status()).toBe('new');
    await here.inTheEnd(order.states, (states) => states.join() === 'booked,wrong_code');
    expect([await order.status(), await here.taken(order)]).toEqual(['payed', 1]);
  });
});

describe('a charge that was given up before its call ended', () => {
  it('counts although its answer gets lost', async () => {
    const order = await here.sale();
    const { charge, typed } = await here.onItsWay(order);
    await givenUp();
    charge.goUnanswered();
    await typed;
    await until(
      () => here.taken(order),
      (times) => times === 1,
    );
    await here.loseReports();
    expect(await order.charges()).toMatchObject([{ state: 'in_doubt', asked: true }]);
    await here.inTheEnd(order.status, isPayed);
  });

  it('is polled for a day when it never arrives, and no payer waits for it', async () => {
    const order = await here.sale();
    const { charge, typed } = await here.onItsWay(order);
    await givenUp();
    charge.lose();
    await typed;
    expect(await order.payer.stage()).toBe('code');
    await here.world.forward({ hours: 23 });
    await here.ask();
    expect(await order.charges()).toMatchObject([{ state: 'in_doubt', asked: true }]);
    await here.world.forward({ hours: 2 });
    await here.ask();
    expect(await order.charges()).toMatchObject([{ state: 'not_found', asked: false }]);
    await drainBatches(() => here.world.get(ExpireTransactionsService).batch());
    expect([await order.status(), await here.taken(order)]).toEqual(['rejected', 0]);
  });

  it.each([
    ['accepted', { seconds: 11 }, 'confirmed'],
    ['booked', { seconds: 13 }, 'payed'],
  ])('goes on when the operator reports it as %s', async (_, passed, status) => {
    const order = await here.sale('011');
    const { charge, typed } = await here.onItsWay(order);
    await givenUp();
    const stopped = jest.spyOn(RealSystemClock.prototype, 'now').mockReturnValue(new Date()); // or the next report might be due as well
    charge.go();
    await until(
      () => here.taken(order),
      (times) => times === 1,
    );
    await here.world.forward(passed);
    await here.world.sandbox.deliverReports('due');
    stopped.mockRestore();
    await until(order.status, (seen) => seen === status);
    await here.inTheEnd(order.status, isPayed);
    charge.goUnanswered(); // its call ends at last
    await typed;
    expect(await order.states()).toEqual(['booked']);
  });
});

describe('a charge that never left, because the operator could not be reached', () => {
  it('keeps no payer waiting: the same code can be typed again at once, and no try is lost', async () => {
    const order = await here.sale();
    const back = here.unreachable();
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await order.payer.code()).toBe(503);
      expect(await order.payer.stage()).toBe('code');
    }
    expect(await order.states()).toEqual(Array(4).fill('not_sent'));
    back();
    expect(await order.payer.code()).toBe(303);
    await here.inTheEnd(order.status, isPayed);
    expect(await here.taken(order)).toBe(1);
  });

  it('is not polled', async () => {
    const order = await here.sale();
    const back = here.unreachable();
    await order.payer.code();
    back();
    expect(await order.charges()).toMatchObject([{ state: 'not_sent', asked: false }]);
    await here.world.forward({ minutes: 31 });
    await drainBatches(() => here.world.get(ExpireTransactionsService).batch());
    expect(await order.status()).toBe('rejected');
  });
});

describe('a charge that is booked after the payer has gone on with another operator', () => {
  const PLAY_NUMBER = '500777700';
  /** Given up at Orange; then the payer chooses Play, with a number of its own and a price that its share makes. */
  async function switched(): Promise<{
    order: Awaited<ReturnType<ChargeWorld['sale']>>;
    underWay: Awaited<ReturnType<ChargeWorld['onItsWay']>>;
  }> {
    const share = 'share_low_bp = 5000, share_middle_bp = 5000, share_high_bp = 5000';
    await here.world.database.query(`UPDATE direct_billing_tariff SET ${share} WHERE service_id = $1 AND operator = 'play'`, [
      here.serviceId,
    ]);
    await until(
      () => here.prices(10),
      ({ play }) => play?.gross === 24.6,
    );
    const order = await here.sale('700', { amount: 10, amountType: 'required' });
    const underWay = await here.onItsWay(order);
    await givenUp();
    await order.payer.change();
    await here.world.forward({ seconds: 31 });
    expect(await order.payer.choose('play', PLAY_NUMBER)).toBe(303);
    return { order, underWay };
  }
  const clearedBy = async (id: string): Promise<unknown> =>
    here.world.database.query(
      `SELECT a.kind AS account, p.amount_minor::int AS minor FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
         JOIN ledger_account a ON a.id = p.account_id WHERE e.reference = $1 AND a.kind <> 'platform:vat' ORDER BY e.created_at, p.line`,
      [id],
    );
  const told = async (id: string): Promise<unknown[]> =>
    (await here.world.database.query<{ body: string }[]>('SELECT body FROM webhook_event WHERE subject_id = $1 ORDER BY id', [id])).map(
      ({ body }) => JSON.parse(body) as unknown,
    );

  it('is entered, shown and told with the operator, number and price that were charged', async () => {
    const { order, underWay } = await switched();
    await here.arrive(underWay);
    await here.inTheEnd(order.status, isPayed);
    // 10.00 at 30 %: net 14.29, gross 17.58; Play would have been 20.00 and 24.60.
    expect(await clearedBy(order.id)).toEqual([
      { account: 'platform:clearing:orange', minor: 1758 },
      { account: 'partner:pending', minor: -1000 },
      { account: 'platform:commission', minor: -429 },
    ]);
    expect(await order.record()).toMatchObject({ operator: 'orange', phoneNumber: order.phone, value: 17.58, value_netto: 14.29 });
    const charged = { number_from: order.phone, provider: 1, values: { net: 14.29, gross: 17.58, partner: 10 } };
    expect(await told(order.id)).toMatchObject([
      { status: 'transaction_db_confirmed', ...charged },
      { status: 'transaction_db_payed', ...charged },
    ]);
  });

  it('goes to Orange’s suspense and back when Play has charged meanwhile', async () => {
    const { order, underWay } = await switched();
    expect(await order.payer.code()).toBe(303);
    await here.arrive(underWay);
    await here.inTheEnd(order.states, (states) => states.join() === 'reversed,booked');
    expect(await clearedBy(order.id)).toEqual([
      { account: 'platform:clearing:play', minor: 2460 },
      { account: 'partner:pending', minor: -1000 },
      { account: 'platform:commission', minor: -1000 },
    ]);
    expect(await order.record()).toMatchObject({ operator: 'play', phoneNumber: `48${PLAY_NUMBER}`, value: 24.6 });
    const [{ reference } = { reference: '' }] = await order.charges();
    expect(await clearedBy(`${order.id}:${reference}`)).toMatchObject([
      { account: 'platform:clearing:orange', minor: 1758 },
      { account: 'platform:suspense', minor: -1758 },
      { account: 'platform:clearing:orange', minor: -1758 },
      { account: 'platform:suspense', minor: 1758 },
    ]);
  });
});

describe('the database', () => {
  const violated = (sql: string, id: string): Promise<unknown> =>
    here.world.asOwner(sql, [id]).then(
      () => null,
      (error: { constraint: string }) => error.constraint,
    );

  it('polls every charge with an open outcome, and none with a definite one', async () => {
    const order = await here.sale();
    const underWay = await here.onItsWay(order);
    const rule = 'direct_billing_charge_open_is_polled';
    expect(await violated('UPDATE direct_billing_charge SET next_poll_at = NULL WHERE transaction_id = $1', order.id)).toBe(rule);
    for (const state of ['accepted', 'in_doubt', 'reversal_due'])
      expect(
        await violated(`UPDATE direct_billing_charge SET state = '${state}', next_poll_at = NULL WHERE transaction_id = $1`, order.id),
      ).toBe(rule);
    for (const state of ['booked', 'refused', 'wrong_code', 'reversed'])
      expect(await violated(`UPDATE direct_billing_charge SET state = '${state}' WHERE transaction_id = $1`, order.id)).toBe(rule);
    expect(
      await violated(
        "UPDATE direct_billing_charge SET state = 'not_found', next_poll_at = NULL, updated_at = now() WHERE transaction_id = $1",
        order.id,
      ),
    ).toBe('direct_billing_charge_not_found_in_time');
    await here.arrive(underWay);
    await here.inTheEnd(order.status, isPayed);
  });

  it('lets no charge be changed into another, and no transaction be payed by another than its booked one', async () => {
    const order = await here.sale();
    const underWay = await here.onItsWay(order);
    for (const change of [
      "operator = 'play'",
      "phone_number = '48500999999'",
      'gross_minor = 1',
      'net_minor = 1',
      'partner_minor = 1',
      'test = false',
    ])
      expect(await violated(`UPDATE direct_billing_charge SET ${change} WHERE transaction_id = $1`, order.id)).toBe(
        'direct_billing_charge_kept',
      );
    await here.arrive(underWay);
    const payed = "UPDATE direct_billing_transaction SET status = 'transaction_db_payed' WHERE id = $1";
    expect(await violated(payed, order.id)).toBe('direct_billing_transaction_payed_by_charge');
    await here.inTheEnd(order.status, isPayed);
    for (const change of [
      "operator = 'play'",
      "phone_number = '48500999999'",
      'gross_minor = 1',
      'net_minor = 1',
      'partner_minor = 1',
      'test = false',
    ])
      expect(await violated(`UPDATE direct_billing_transaction SET ${change} WHERE id = $1`, order.id)).toBe(
        'direct_billing_transaction_payed_kept',
      );
  });

  it('has one charge at most that may still take the money of a transaction', async () => {
    const order = await here.sale();
    const underWay = await here.onItsWay(order);
    const another = (state: string): Promise<unknown> =>
      violated(
        `INSERT INTO direct_billing_charge (reference, transaction_id, operator, phone_number, test, state, gross_minor, net_minor, partner_minor, next_poll_at, sent_at, updated_at)
         SELECT gen_random_uuid(), transaction_id, operator, phone_number, test, '${state}', gross_minor, net_minor, partner_minor, ${state === 'booked' ? 'NULL' : 'now()'}, now(), now()
         FROM direct_billing_charge WHERE transaction_id = $1 LIMIT 1`,
        order.id,
      );
    for (const state of ['sent', 'accepted', 'booked']) expect(await another(state)).toBe('direct_billing_charge_one_live');
    expect(await another('in_doubt')).toBeNull(); // the outcome of the first charge decides about this one
    await here.arrive(underWay);
    await here.inTheEnd(order.status, isPayed);
  });
});
