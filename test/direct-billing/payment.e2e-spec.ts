import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SystemClock } from '../../src/common/time/clocks.js';
import { PollChargesService } from '../../src/products/direct-billing/charges/poll-charges.service.js';
import { ChargeQueries } from '../../src/products/direct-billing/charges/charge.queries.js';
import { ExpireTransactionsService } from '../../src/products/direct-billing/charges/expire-transactions.service.js';
import { StateHistory } from '../../src/platform/history/state-history.js';
import { signMessage } from '../../src/common/signed-message.js';
import { Environment } from '../../src/runtime/config/environment.js';
import { WalletQuery } from '../../src/platform/ledger/wallet.query.js';
import type { HttpResponse } from '../support/http-client.js';
import { type Payer, payerOf } from '../support/payer.js';
import { type Shop } from '../support/shop.js';
import { withConnectorTimeout } from '../support/connector-timeout.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { drainBatches } from '../support/drain-batches.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  shop = await world.createPartnerShop();
});
afterAll(() => world.stop());
afterEach(() => void jest.restoreAllMocks());

/** Stops the gateway's clock: time then passes only by `moveTimeForward`. */
const stopClock = (): unknown => jest.spyOn(world.get(SystemClock), 'now').mockReturnValue(new Date());

interface TestTransaction {
  id: string;
  payer: Payer;
  status(): Promise<string>;
  waitForStatus(status: string): Promise<unknown>;
}

async function createTransaction(body: Record<string, unknown> = {}, ofShop: Shop = shop): Promise<TestTransaction> {
  const id = (await ofShop.create({ amount: 12.3, ...body })).body.data.transactionId as string;
  const status = async (): Promise<string> => (await ofShop.get(`/transactions/${id}`)).body.data.status;
  return {
    id,
    payer: payerOf(world, id),
    status,
    waitForStatus: (expected) => until(status, (seen) => seen === `transaction_db_${expected}`),
  };
}
const historyOf = async (id: string): Promise<string[]> =>
  (await world.get(StateHistory).changesOfSubject(id)).map(({ to }) => to.replace('transaction_db_', ''));
const chargesOf = (id: string): Promise<{ state: string }[]> =>
  world.database.query('SELECT state FROM direct_billing_charge WHERE transaction_id = $1 ORDER BY sent_at', [id]);
const callbacksOf = (id: string): Promise<{ outcome: string; effect: string }[]> =>
  world.database.query(
    'SELECT r.outcome, r.effect FROM direct_billing_callback r JOIN direct_billing_charge c ON c.reference = r.charge_reference WHERE c.transaction_id = $1 ORDER BY r.received_at',
    [id],
  );

describe('a payment', () => {
  it('goes from new to confirmed to payed, and the partner’s share is in the pending account', async () => {
    const ownShop = await world.createPartnerShop();
    const { id, payer, waitForStatus } = await createTransaction({ amount: 13.62 }, ownShop);
    expect(await payer.readPageState()).toBe('choose');
    expect(await payer.chooseOperator('play', '500 600 700')).toBe(303);
    expect(await payer.readPageState()).toBe('code');
    expect(await payer.enterCode()).toBe(303);
    await world.sandbox.deliverCallbacks('all');
    await waitForStatus('payed');
    expect(await historyOf(id)).toEqual(['confirmed', 'payed']);
    const { data } = (await ownShop.get(`/transactions/${id}`)).body;
    expect(data).toMatchObject({ operator: 'play', phoneNumber: '48500600700', value: 13.62, value_netto: 11.07 });
    expect(await world.get(WalletQuery).readBalance(ownShop.partnerId, { test: true })).toMatchObject({
      pendingMinor: 775,
      availableMinor: 0,
      reservedMinor: 0,
      receivableMinor: 0,
    });
    expect(await world.ledgerSum()).toBe(0);
  });

  it('of a required amount gets the price of the chosen operator', async () => {
    await world.database.query(
      "UPDATE direct_billing_tariff SET share_low_bp = 5000, share_middle_bp = 5000, share_high_bp = 5000 WHERE service_id = $1 AND operator = 'plus'",
      [shop.serviceId],
    );
    const prices = (await shop.get('/calculate?amount=5')).body.data;
    const { id, payer } = await until(
      () => createTransaction({ amount: 5, amountType: 'required' }),
      () => true,
    );
    expect((await shop.get(`/transactions/${id}`)).body.data.value).toBe(prices.orange.gross);
    await payer.chooseOperator('plus', '500600701');
    const { data } = (await shop.get(`/transactions/${id}`)).body;
    expect([data.operator, data.value_netto]).toEqual(['plus', 10]);
  });
});

describe('a refusal of the operator', () => {
  it.each([
    ['500600001', 'insufficient_funds'],
    ['500600002', 'blocked_by_operator'],
    ['500600013', 'limit_exceeded'],
  ])('for the number %s rejects the transaction with the reason %s', async (phone, reason) => {
    const { id, payer, waitForStatus } = await createTransaction();
    await payer.pay(phone);
    await waitForStatus('rejected');
    expect(await historyOf(id)).toEqual(['rejected']);
    const [row] = await world.database.query('SELECT rejection FROM direct_billing_transaction WHERE id = $1', [id]);
    expect(row.rejection).toBe(reason);
  });
});

describe('codes of a transaction', () => {
  it('have three tries each, and the transaction is rejected after three codes', async () => {
    const { id, payer, status, waitForStatus } = await createTransaction();
    stopClock();
    await payer.chooseOperator('orange', '500600800');
    for (let code = 1; code <= 3; code += 1) {
      for (let attempt = 1; attempt <= 3; attempt += 1)
        expect([code, attempt, await payer.enterCode('000000')]).toEqual([
          code,
          attempt,
          code === 3 && attempt === 3 ? expect.any(Number) : 422,
        ]);
      if (code === 3) break;
      expect(await payer.enterCode()).not.toBe(200); // the valid code is rejected, because its tries are used up
      expect(await status()).toBe('transaction_db_new');
      await world.moveTimeForward({ seconds: 29 });
      expect(await payer.requestNewCode()).toBe(429); // too soon
      await world.moveTimeForward({ seconds: 1 });
      expect(await payer.requestNewCode()).toBe(303);
    }
    await waitForStatus('rejected');
    expect((await chargesOf(id)).map(({ state }) => state)).toEqual(Array(9).fill('wrong_code'));
  });

  it('do not count when they could not be sent, and the payer can try again immediately', async () => {
    const { id, payer } = await createTransaction();
    expect(await payer.chooseOperator('orange', '500600010')).toBe(503); // the operator is down
    expect(await payer.readPageState()).toBe('choose');
    const [row] = await world.database.query('SELECT code_count, code_sent_at FROM direct_billing_transaction WHERE id = $1', [id]);
    expect(row).toEqual({ code_count: 0, code_sent_at: null });
    expect(await payer.chooseOperator('orange', '500600811')).toBe(303);
  });

  it('have no operator after the payer wants to choose another one, until the payer has chosen', async () => {
    const id = (await shop.create()).body.data.transactionId as string;
    const payer = payerOf(world, id);
    const operator = async (): Promise<unknown> => (await shop.get(`/transactions/${id}`)).body.data.operator;
    await payer.chooseOperator('play');
    expect(await operator()).toBe('play');
    await payer.enterOtherNumber();
    expect(await operator()).toBeNull();
    await world.moveTimeForward({ seconds: 61 });
    await payer.chooseOperator('orange');
    expect(await operator()).toBe('orange');
  });

  it('make one charge when they are submitted several times concurrently', async () => {
    const { id, payer, waitForStatus } = await createTransaction();
    await payer.chooseOperator('orange', '500600801');
    await Promise.all([payer.enterCode(), payer.enterCode(), payer.enterCode(), payer.enterCode()]);
    await world.sandbox.deliverCallbacks('all');
    await waitForStatus('payed');
    expect(await chargesOf(id)).toHaveLength(1);
  });

  it('to one number are limited across all transactions', async () => {
    const results: number[] = [];
    for (let i = 0; i < 8; i += 1) results.push(await (await createTransaction()).payer.chooseOperator('orange', '601600802'));
    expect(results).toEqual([303, 303, 303, 303, 303, 303, 429, 429]);
  });
});

/** Sends a callback with the operator's signature. */
function sendCallback(operator: string, callback: object): Promise<HttpResponse> {
  const body = JSON.stringify(callback);
  const signature = signMessage(world.get(Environment).connector.secrets, { subject: `report ${operator}`, body }, new Date());
  return world.http.post(`/connectors/directbilling/${operator}/reports`, {
    body,
    headers: { 'Content-Type': 'application/json', ...signature },
  });
}

/** In UTF-8 the euro sign has 3 bytes. */
const idOf255Bytes = (): string => randomUUID().slice(0, 12) + '\u20ac'.repeat(81);

describe('repeated, conflicting and late callbacks', () => {
  it.each([
    ['500600004', ['confirmed', 'payed'], 'a booking that is reported three times counts once'],
    ['500600005', ['confirmed', 'payed'], 'a refusal after the booking changes nothing'],
    ['500600007', ['confirmed', 'payed'], 'a booking before the response writes both states'],
    ['500600008', ['confirmed', 'rejected'], 'a refusal instead of the booking rejects the transaction'],
    ['500600012', ['confirmed', 'payed'], 'a booking in the response writes both states'],
  ])('for the number %s lead to %j: %s', async (phone, states) => {
    const { id, payer, waitForStatus } = await createTransaction();
    await payer.pay(phone);
    await waitForStatus(states.at(-1) ?? '');
    await world.sandbox.deliverCallbacks('all');
    expect(await historyOf(id)).toEqual(states);
    const entries = await world.database.query('SELECT kind FROM ledger_entry WHERE reference LIKE $1', [`${id}%`]);
    expect(entries).toHaveLength(states.at(-1) === 'payed' ? 1 : 0);
  });

  it('of a booking after the rejection put the money into suspense, and it is reversed at the operator', async () => {
    const { id, payer, status, waitForStatus } = await createTransaction();
    await payer.pay('500600006');
    await waitForStatus('rejected');
    await world.sandbox.deliverCallbacks('all');
    await until(
      async () => (await callbacksOf(id)).map(({ effect }) => effect),
      (effects) => effects.includes('suspended'),
    );
    await until(
      async () => (await drainBatches(() => world.get(PollChargesService).batch('orange')), await chargesOf(id)),
      ([charge]) => charge?.state === 'reversed',
    );
    expect(await status()).toBe('transaction_db_rejected');
    const kinds = await world.database.query('SELECT kind FROM ledger_entry WHERE reference LIKE $1 ORDER BY created_at', [`${id}%`]);
    expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual(['directbilling.suspense', 'directbilling.suspense_reversed']);
    expect((await world.get(ChargeQueries).bookedLate()).map(({ transactionId }) => transactionId)).toContain(id);
    expect(await world.ledgerSum()).toBe(0);
  });

  it('of one operator do not apply to a charge of another operator', async () => {
    const { id, payer, status, waitForStatus } = await createTransaction();
    await payer.charge();
    const [charge] = await world.database.query<{ reference: string }[]>(
      'SELECT reference FROM direct_billing_charge WHERE transaction_id = $1',
      [id],
    );
    const { status: callbackStatus } = await sendCallback('play', {
      reportId: `strange-${id}`,
      chargeReference: charge?.reference,
      result: 'REFUSED',
    });
    expect(callbackStatus).toBeLessThan(300);
    expect(
      await world.database.query('SELECT operator, effect FROM direct_billing_callback WHERE callback_id = $1', [`strange-${id}`]),
    ).toEqual([{ operator: 'play', effect: 'unknown_charge' }]);
    expect(await status()).not.toBe('transaction_db_rejected');
    await world.sandbox.deliverCallbacks('all');
    await waitForStatus('payed');
  });

  it('are rejected without the operator’s signature', async () => {
    const { status, body } = await world.http.post('/connectors/directbilling/orange/reports', {
      body: { reportId: '1', chargeReference: 'x', result: 'BOOKED' },
    });
    expect([status, body.errorCode]).toEqual([401, 'UNAUTHORIZED']);
    expect((await world.http.post('/connectors/directbilling/nobody/reports', { body: {} })).status).toBe(404);
  });

  it('are rejected with the signature of another body', async () => {
    const callback = { reportId: randomUUID(), chargeReference: randomUUID(), result: 'BOOKED' };
    const signature = signMessage(
      world.get(Environment).connector.secrets,
      { subject: 'report orange', body: JSON.stringify(callback) },
      new Date(),
    );
    const { status, body } = await world.http.post('/connectors/directbilling/orange/reports', {
      body: { ...callback, result: 'REFUSED' },
      headers: { ...signature },
    });
    expect([status, body.errorCode]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('with an id of the largest size are stored', async () => {
    const reportId = idOf255Bytes();
    expect((await sendCallback('orange', { reportId, chargeReference: randomUUID(), result: 'BOOKED' })).status).toBe(200);
    const stored = 'SELECT effect, problem FROM direct_billing_callback WHERE callback_id = $1';
    expect(await world.database.query(stored, [reportId])).toEqual([{ effect: 'unknown_charge', problem: null }]);
  });

  it.each([
    ['a reference that is no reference of a charge', 'chargeReference', () => ({ reportId: randomUUID(), chargeReference: 'charge-7' })],
    ['an id that is too long', 'reportId', () => ({ reportId: `${idOf255Bytes()}x`, chargeReference: randomUUID() })],
    ['an id that cannot be stored', 'reportId', () => ({ reportId: `${randomUUID()}\u0000`, chargeReference: randomUUID() })],
  ])('with %s are rejected once, stored for staff, and acknowledged when they are repeated', async (_, field, unusable) => {
    const callback = { ...unusable(), result: 'BOOKED' };
    const earlier = await world.database.query('SELECT callback_id AS id FROM direct_billing_callback');
    const { status, body } = await sendCallback('orange', callback);
    expect([status, body.errors]).toEqual([422, { [field]: ['It must be an id that can be stored.'] }]);
    expect((await sendCallback('orange', callback)).status).toBe(200);
    const stored =
      'SELECT charge_reference, effect, problem FROM direct_billing_callback WHERE problem IS NOT NULL AND callback_id <> ALL ($1)';
    const reference = field === 'chargeReference' ? null : callback.chargeReference;
    expect(await world.database.query(stored, [earlier.map(({ id }: { id: string }) => id)])).toEqual([
      { charge_reference: reference, effect: 'for_staff', problem: `${field}: It must be an id that can be stored.` },
    ]);
  });
});

describe('an operator that does not respond', () => {
  it('is polled until the outcome is definite, and the transaction does not expire before that', async () => {
    const { id, payer, status, waitForStatus } = await createTransaction();
    await withConnectorTimeout(world.database, () => payer.pay('500600003'));
    expect(await payer.readPageState()).toBe('waiting');
    await world.moveTimeForward({ minutes: 5 });
    await drainBatches(() => world.get(PollChargesService).batch('orange'));
    expect(await status()).toBe('transaction_db_new');
    await world.asOwner('UPDATE direct_billing_transaction SET expires_at = created_at WHERE id = $1', [id]);
    await drainBatches(() => world.get(ExpireTransactionsService).batch());
    expect(await status()).toBe('transaction_db_new');
    await world.moveTimeForward({ minutes: 20 });
    await drainBatches(() => world.get(PollChargesService).batch('orange'));
    await waitForStatus('rejected');
  });
});

describe('expiry', () => {
  it('rejects an unpaid transaction after 30 minutes, and not one second earlier', async () => {
    stopClock();
    const { id, payer, status, waitForStatus } = await createTransaction();
    await payer.chooseOperator('orange', '500600810');
    await world.moveTimeForward({ minutes: 29, seconds: 59 });
    await drainBatches(() => world.get(ExpireTransactionsService).batch());
    expect(await status()).toBe('transaction_db_new');
    await world.moveTimeForward({ seconds: 1 });
    expect(await payer.readPageState()).toBe('rejected');
    expect(await payer.enterCode()).toBe(303); // redirects to the page, which shows the rejection
    await drainBatches(() => world.get(ExpireTransactionsService).batch());
    await waitForStatus('rejected');
    expect(await historyOf(id)).toEqual(['rejected']);
  });

  it('rejects each transaction once when several workers run at the same time', async () => {
    const ownShop = await world.createPartnerShop();
    const transactions = await Promise.all(Array.from({ length: 20 }, () => createTransaction({}, ownShop)));
    await world.moveTimeForward({ minutes: 31 });
    await Promise.all(Array.from({ length: 5 }, () => drainBatches(() => world.get(ExpireTransactionsService).batch())));
    await Promise.all(transactions.map(({ waitForStatus }) => waitForStatus('rejected')));
    for (const { id } of transactions) expect(await historyOf(id)).toEqual(['rejected']);
    expect((await ownShop.get('/transactions?filter[status]=transaction_db_rejected')).body.pagination.total).toBe(20);
  });
});
