import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ERRORS } from '../../src/common/errors/error-codes.js';
import type { CreatePaymentRequest } from '../../src/products/payments/payments/create/create-payment.request.js';
import { CreatePaymentTransactionService } from '../../src/products/payments/payments/create/create-payment-transaction.service.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { createLevel0Shop } from './support/alias-world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { FakeAcquirer, attemptResult } from './support/fake-acquirer.js';
import { LEVEL0_PAYMENT, level0Shop, type Level0Shop } from './support/level0-shop.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

const CODE_EVENT = 'transaction_blik_level0:code_status_changed';
const TICKET = { ticket: { T6: '777123' } };
const UNKNOWN = '8c1b6a2e-93d4-4f0e-a7c5-2d1e0f9b8a76';

let world: World;
let payments: PaymentWorld;
let acquirer: FakeAcquirer;
let shop: PaymentShop;
let level0: Level0Shop;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
  payments = paymentWorld(world);
});
afterAll(() => stopAndVerifyLedger(world));
beforeEach(async () => {
  ({ acquirer, shop, level0 } = await createLevel0Shop(world, payments));
});

const declineCodes = (reason: string, alternatives: { key: string; label: string }[] = []): void => {
  acquirer.onCode = ({ submission: { reference } }) =>
    attemptResult({ outcome: 'failed', reason, next: { kind: 'needsCode', alternatives }, submission: reference } as never);
};
const codeStates = async (id: string): Promise<string[]> => {
  const rows = await world.database.query<{ state: string }[]>(
    'SELECT c.state FROM payment_code c JOIN payment_attempt a ON a.reference = c.attempt_reference WHERE a.transaction_id = $1 ORDER BY c.sent_at',
    [id],
  );
  return rows.map(({ state }) => state);
};

describe('POST …/blik/level0 with a code', () => {
  it('responds 204 without a body, sends the code to the acquirer as it was entered, and pays', async () => {
    const id = await level0.createUnpaidPayment({ control: 'order-7' });
    const response = await level0.pay(id, { ticket: { T6: '000123' } });
    expect([response.status, response.text, response.headers.get('content-type')]).toEqual([204, '', null]);
    expect(acquirer.submissions).toEqual([
      { kind: 'code', reference: expect.stringMatching(/^[0-9a-f]{32}$/), code: '000123', register: null },
    ]);
    expect(acquirer.started).toMatchObject([
      { channel: 'blik-level0', payer: { ip: '198.51.100.7', userAgent: 'Browser/1.0', email: 'jan@example.com' } },
    ]);
    expect(await level0.readNotifications(CODE_EVENT)).toEqual([]);
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect(await shop.readStatus(id)).toBe('paid');
    expect(await level0.readNotifications(CODE_EVENT)).toEqual([
      {
        ticket_status: 'VALID',
        transaction: {
          id,
          payer_transaction_id: expect.stringMatching(/^[A-Z0-9]{8}$/),
          service_id: shop.serviceId,
          status: 'transaction_paid',
          amount: {
            final_currency: 'PLN',
            final_value: '12.30',
            original_currency: 'PLN',
            original_value: '12.30',
            commission_system: expect.stringMatching(/^\d+\.\d\d$/),
            commission_partner: expect.stringMatching(/^\d+\.\d\d$/),
            commission_currency: 'PLN',
          },
          control: 'order-7',
        },
      },
    ]);
  });

  it.each(['ticket', 'alias', 'more'])('accepts null for %s and fields that the contract does not name', async (key) => {
    const id = await level0.createUnpaidPayment();
    const body = { ticket: { T6: '777123', T7: [1] }, alias: null, more: null, [key]: key === 'ticket' ? { T6: '777123' } : null };
    expect((await level0.pay(id, body)).status).toBe(204);
  });

  it('sends one notification even when the acquirer repeats its callback', async () => {
    const id = await level0.createUnpaidPayment();
    await level0.pay(id, TICKET);
    await Promise.all(times(5, () => shop.reportAttempt(id, { outcome: 'paid' })));
    expect(await level0.readNotifications(CODE_EVENT)).toMatchObject([{ ticket_status: 'VALID' }]);
  });

  it('pays immediately when the acquirer’s response says paid', async () => {
    acquirer.onCode = () => attemptResult({ outcome: 'paid' });
    const id = await level0.createUnpaidPayment();
    expect((await level0.pay(id, TICKET)).status).toBe(204);
    expect(await level0.readNotifications(CODE_EVENT)).toMatchObject([
      { ticket_status: 'VALID', transaction: { status: 'transaction_paid' } },
    ]);
  });

  it('sends a notification with the BLIK error code when the code is declined later', async () => {
    const id = await level0.createUnpaidPayment();
    await level0.pay(id, TICKET);
    const next = { kind: 'needsCode' as const, alternatives: [] };
    await shop.reportAttempt(id, { outcome: 'failed', reason: 'payer_declined', next } as never);
    expect(await level0.readNotifications(CODE_EVENT)).toMatchObject([
      { ticket_status: 'USER_DECLINED', transaction: { status: 'transaction_generated' } },
    ]);
    expect((await level0.readNotifications(CODE_EVENT))[0]?.['transaction']).not.toHaveProperty('control');
    expect(await shop.readStatus(id)).toBe('generated');
  });

  it.each([
    ['failed', { outcome: 'failed', reason: 'insufficient_funds' }, 'INSUFFICIENT_FUNDS'],
    ['failed for a reason without a BLIK error code', { outcome: 'failed', reason: 'authentication_failed' }, 'GENERAL_ERROR'],
    ['canceled', { outcome: 'canceled' }, 'BLIK_CODE_CANCELLED'],
    ['expired', { outcome: 'expired' }, 'USER_TIMEOUT'],
  ])('sends a notification when the outcome of the attempt is %s', async (_, outcome, ticket_status) => {
    const id = await level0.createUnpaidPayment();
    await level0.pay(id, TICKET);
    await shop.reportAttempt(id, outcome as never);
    expect(await level0.readNotifications(CODE_EVENT)).toMatchObject([{ ticket_status, transaction: { id } }]);
  });

  it('sends no notification after the payment has expired, but late money pays the payment', async () => {
    const id = await level0.createUnpaidPayment();
    await level0.pay(id, TICKET);
    await world.moveTimeForward({ minutes: 61 });
    await payments.expirePayments();
    await world.moveTimeForward({ minutes: 11 });
    await payments.expirePayments();
    expect([await shop.readStatus(id), await codeStates(id)]).toEqual(['expired', ['closed']]);
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect([await shop.readStatus(id), await level0.readNotifications(CODE_EVENT)]).toEqual(['paid', []]);
  });

  it('sends no notification about a code that was entered on the payer’s page', async () => {
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id, 'blik');
    await shop.submitPayerCode(id, '777123');
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect([await shop.readStatus(id), await level0.readNotifications(CODE_EVENT)]).toEqual(['paid', []]);
  });

  it('accepts five codes in all, together with codes from the payer’s page', async () => {
    const id = await level0.createUnpaidPayment();
    declineCodes('code_invalid');
    for (let count = 0; count < 4; count += 1) expect((await level0.pay(id, TICKET)).body.errorCode).toBe('INVALID_BLIK_CODE');
    expect(await shop.submitPayerCode(id, '777123')).toMatchObject({ problem: 'declined' });
    expect(await shop.readStatus(id)).toBe('failure');
    expect((await level0.pay(id, TICKET)).body.errorCode).toBe('TRANSACTION_NOT_NEW');
    expect(acquirer.submittedCodes).toHaveLength(5);
    expect((await level0.readNotifications(CODE_EVENT)).map(({ transaction }) => (transaction as { status: string }).status)).toEqual([
      ...times(4, () => 'transaction_generated'),
      'transaction_failure',
    ]);
  });

  it('responds BLIK_CODE_LIMIT after five codes without an outcome', async () => {
    const id = await level0.createUnpaidPayment();
    acquirer.onCode = () => attemptResult({ outcome: 'unknown' });
    for (let count = 0; count < 5; count += 1) {
      expect((await level0.pay(id, TICKET)).status).toBe(204);
      await world.moveTimeForward({ seconds: 181 });
    }
    expect((await level0.pay(id, TICKET)).body.errorCode).toBe('BLIK_CODE_LIMIT');
  });

  it('does not store the code', async () => {
    const id = await level0.createUnpaidPayment();
    await level0.pay(id, { ticket: { T6: '918273' } }, { headers: { 'Idempotency-Key': randomUUID() } });
    for (const table of ['payment_transaction', 'payment_attempt', 'payment_code', 'payment_alias', 'idempotency_key', 'webhook_event'])
      expect(await world.database.query(`SELECT FROM ${table} AS t WHERE t::text LIKE '%918273%'`)).toEqual([]);
  });
});

describe('a code that is declined immediately', () => {
  it('gets 400 with the BLIK error code, and a notification with the same code', async () => {
    declineCodes('code_format');
    const response = await level0.pay(await level0.createUnpaidPayment(), TICKET);
    expect([response.status, response.body]).toEqual([
      400,
      { success: false, errorCode: 'INVALID_BLIK_CODE_FORMAT', message: expect.any(String) },
    ]);
    expect(await level0.readNotifications(CODE_EVENT)).toMatchObject([{ ticket_status: 'INVALID_BLIK_CODE_FORMAT' }]);
  });

  it('gets the BLIK error code also when the acquirer declines the attempt itself', async () => {
    acquirer.onStart = () => attemptResult({ outcome: 'failed', reason: 'technical_break' } as never);
    expect((await level0.pay(await level0.createUnpaidPayment(), TICKET)).body.errorCode).toBe('BLIK_TECHNICAL_BREAK');
  });

  it('may be followed by another code', async () => {
    const id = await level0.createUnpaidPayment();
    declineCodes('code_expired');
    await level0.pay(id, TICKET);
    acquirer.onCode = () => attemptResult({ outcome: 'paid' });
    expect((await level0.pay(id, { ticket: { T6: '777124' } })).status).toBe(204);
    expect([await shop.readStatus(id), await codeStates(id)]).toEqual(['paid', ['refused', 'paid']]);
  });
});

describe('an acquirer that cannot be reached', () => {
  it.each<[string, () => void]>([
    ['at the start of the attempt', () => void (acquirer.onStart = () => ({ outcome: 'not_sent' }))],
    ['with the code', () => void (acquirer.onCode = () => ({ outcome: 'not_sent' }))],
  ])('%s causes 503, and the code does not count', async (_, makeUnreachable) => {
    const id = await level0.createUnpaidPayment();
    makeUnreachable();
    for (let count = 0; count < 7; count += 1) {
      const response = await level0.pay(id, { ...TICKET, alias: { type: 'UID', value: 'v', label: 'l' } });
      expect([response.status, response.body.errorCode, response.headers.get('retry-after')]).toEqual([503, 'SERVICE_UNAVAILABLE', '5']);
    }
    expect((await level0.listAliasRows()).filter(({ status }) => status !== 'unregistered')).toEqual([]);
    Object.assign(acquirer, new FakeAcquirer('fake'));
    expect((await level0.pay(id, TICKET)).status).toBe(204);
  });
});

describe('POST …/blik/level0 rejects', () => {
  const statusAndCode = async (id: string, body: unknown = TICKET, from = level0): Promise<[number, string]> => {
    const response = await from.pay(id, body);
    return [response.status, response.body.errorCode];
  };

  it('an incomplete alias with an error message that says why a field is needed', async () => {
    const errorMessages = async (body: unknown) => (await level0.pay(await level0.createUnpaidPayment(), body)).body.errors as unknown;
    const purpose = 'to pay with an alias, unless its uuid is given';
    expect(await errorMessages({})).toEqual({ ticket: ['Either a ticket or an alias must be given.'] });
    expect(await errorMessages({ alias: {} })).toEqual({
      'alias.value': [`The value is needed ${purpose}.`],
      'alias.type': [`The type is needed ${purpose}.`],
    });
    expect(await errorMessages({ ...TICKET, alias: { value: 'v', type: 'UID' } })).toEqual({
      'alias.label': ['The label is needed to register an alias.'],
    });
  });

  it('an unknown or malformed transaction, or one of another service, with 404 TRANSACTION_NOT_FOUND, whatever the body', async () => {
    const other = level0Shop(world, await payments.openPaymentShop({ shop: shop.shop }));
    for (const id of [UNKNOWN, 'nonsense', await other.createUnpaidPayment()])
      for (const body of [TICKET, {}]) {
        const response = await level0.pay(id, body);
        expect([response.status, response.body]).toEqual([404, { success: false, errorCode: 'TRANSACTION_NOT_FOUND' }]);
      }
  });

  it('a payment that was created for the page or for another channel', async () => {
    const { status, body } = await level0.pay(await shop.createNewPayment(), TICKET);
    const message = 'The transaction was not made with the directChannel blik-level0.';
    expect([status, body]).toEqual([400, { success: false, errorCode: 'CHANNEL_NOT_USABLE', message }]);
    expect(await statusAndCode(await shop.createNewPayment({ ...LEVEL0_PAYMENT, directChannel: 'mbank' }))).toEqual([
      400,
      'CHANNEL_NOT_USABLE',
    ]);
  });

  it('a payment whose channel was disabled after its creation', async () => {
    const id = await level0.createUnpaidPayment();
    await world.asOwner('UPDATE payment_channel SET enabled = false WHERE service_id = $1', [shop.serviceId]);
    const response = await level0.pay(id, TICKET);
    expect([response.status, response.body]).toEqual([
      400,
      {
        success: false,
        errorCode: 'CHANNEL_NOT_USABLE',
        message: 'The channel cannot be used for this transaction at the moment.',
      },
    ]);
  });

  it('a payment of a service that is not active any more', async () => {
    const blocked = await payments.openPaymentShop({ status: 'service_blocked', shop: shop.shop });
    const service = {
      id: blocked.serviceId,
      partnerId: shop.shop.partnerId,
      area: 'payment',
      name: 'Books',
      status: 'service_active',
    } as const;
    const body = { amount: 5, ...LEVEL0_PAYMENT } as CreatePaymentRequest;
    const id = await world.get(CreatePaymentTransactionService).run(service, body, body as never);
    expect(await statusAndCode(id, TICKET, level0Shop(world, blocked))).toEqual([400, 'SERVICE_NOT_ACTIVE']);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['paid', async (id) => [await level0.pay(id, TICKET), await shop.reportAttempt(id, { outcome: 'paid' })]],
    ['past its time', () => world.moveTimeForward({ minutes: 61 })],
    ['expired', async () => [await world.moveTimeForward({ minutes: 61 }), await payments.expirePayments()]],
  ])('a payment that is %s with TRANSACTION_NOT_NEW', async (_, endPayment) => {
    const id = await level0.createUnpaidPayment();
    await endPayment(id);
    expect(await statusAndCode(id)).toEqual([400, 'TRANSACTION_NOT_NEW']);
  });

  it('an expired payment of another channel with TRANSACTION_NOT_NEW, too', async () => {
    const id = await shop.createNewPayment();
    await world.moveTimeForward({ minutes: 61 });
    expect(await statusAndCode(id)).toEqual([400, 'TRANSACTION_NOT_NEW']);
  });

  it('another code while one is pending', async () => {
    const id = await level0.createUnpaidPayment();
    await level0.pay(id, TICKET);
    const response = await level0.pay(id, TICKET);
    expect([response.status, response.body.errorCode, response.body.message]).toEqual([
      400,
      'ATTEMPT_IN_PROGRESS',
      ERRORS.ATTEMPT_IN_PROGRESS.description,
    ]);
    expect(acquirer.submittedCodes).toHaveLength(1);
  });

  it('an alias when the account does not support aliases', async () => {
    const id = await level0.createUnpaidPayment();
    acquirer.supportsAliases = false;
    expect(await statusAndCode(id, { ...TICKET, alias: { value: 'v', type: 'UID', label: 'l' } })).toEqual([
      400,
      'BLIK_CODE_NOT_SUPPORTED',
    ]);
    expect([await codeStates(id), await level0.listAliasRows()]).toEqual([[], []]);
    expect((await level0.pay(id, TICKET)).status).toBe(204);
  });
});

describe('an Idempotency-Key', () => {
  const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });

  it('makes repeated requests submit one code, with the same response', async () => {
    const id = await level0.createUnpaidPayment();
    const first = await level0.pay(id, TICKET, withKey('once'));
    const repeated = await level0.pay(id, TICKET, withKey('once'));
    expect([first.status, repeated.status, repeated.text, repeated.headers.get('idempotency-replayed')]).toEqual([204, 204, '', 'true']);
    expect(acquirer.submittedCodes).toHaveLength(1);
    expect((await level0.pay(id, { ticket: { T6: '777124' } }, withKey('once'))).status).toBe(422);
  });

  it('makes a repeated request get a stored error response, too', async () => {
    const id = await level0.createUnpaidPayment();
    declineCodes('code_used');
    const first = await level0.pay(id, TICKET, withKey('refused'));
    Object.assign(acquirer, new FakeAcquirer('fake'));
    const repeated = await level0.pay(id, TICKET, withKey('refused'));
    expect([first.status, repeated.status, repeated.text]).toEqual([400, 400, first.text]);
    expect(acquirer.submittedCodes).toEqual([]);
  });

  it('can be used again when the acquirer was not reached', async () => {
    const id = await level0.createUnpaidPayment();
    acquirer.onCode = () => ({ outcome: 'not_sent' });
    expect((await level0.pay(id, TICKET, withKey('later'))).status).toBe(503);
    Object.assign(acquirer, new FakeAcquirer('fake'));
    expect((await level0.pay(id, TICKET, withKey('later'))).status).toBe(204);
  });

  /** Removes the stored response and makes the claim old, as if the process had ended before it stored the response. */
  const loseResponse = (key: string) =>
    world.asOwner("UPDATE idempotency_key SET status = NULL, body = NULL, claimed_at = claimed_at - interval '2 minutes' WHERE key = $1", [
      key,
    ]);

  it.each(['still open', 'paid since'])(
    'of an interrupted request finds its code, which is %s, and submits no other',
    async (codeState) => {
      const id = await level0.createUnpaidPayment();
      const first = await level0.pay(id, TICKET, withKey(codeState));
      if (codeState === 'paid since') await shop.reportAttempt(id, { outcome: 'paid' });
      await loseResponse(codeState);
      const repeated = await level0.pay(id, TICKET, withKey(codeState));
      expect([first.status, repeated.status, repeated.text, repeated.headers.get('idempotency-replayed')]).toEqual([204, 204, '', null]);
      expect([acquirer.submittedCodes.length, await codeStates(id)]).toEqual([1, [codeState === 'paid since' ? 'paid' : 'open']]);
    },
  );

  it('of an interrupted request finds the decline reason of its code', async () => {
    const id = await level0.createUnpaidPayment();
    declineCodes('limit_exceeded');
    await level0.pay(id, TICKET, withKey('died'));
    await loseResponse('died');
    Object.assign(acquirer, new FakeAcquirer('fake'));
    expect((await level0.pay(id, TICKET, withKey('died'))).body.errorCode).toBe('LIMIT_EXCEEDED');
    expect(acquirer.submittedCodes).toEqual([]);
  });

  it('can have only one code in an attempt in the database', async () => {
    const id = await level0.createUnpaidPayment();
    declineCodes('code_used');
    await level0.pay(id, TICKET, withKey('one'));
    const repeat = world.database.query(
      `INSERT INTO payment_code (reference, attempt_reference, state, request_key, sent_at, updated_at)
       SELECT gen_random_uuid(), attempt_reference, 'closed', request_key, now(), now() FROM payment_code WHERE request_key = 'one'`,
    );
    await expect(repeat).rejects.toMatchObject({ constraint: 'payment_code_once_per_request' });
  });
});
