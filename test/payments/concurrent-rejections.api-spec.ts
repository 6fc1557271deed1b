import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BLIK_ERROR_CODE_OF } from '../../src/connectors/acquirers/port/failure-reasons.js';
import { moveToNoon } from '../support/noon.js';
import { startWorld, type World } from '../support/world.js';
import { createLevel0Shop } from './support/alias-world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { attemptResult } from './support/fake-acquirer.js';
import { fakeMandateResult } from './support/fake-mandates.js';
import { paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { DECLINE_REASON_CODES } from './support/decline-reasons.js';
import { subscriptionShop } from './support/subscription-shop.js';

let world: World;
let payments: PaymentWorld;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
  await moveToNoon(world);
  payments = paymentWorld(world);
});
afterAll(() => stopAndVerifyLedger(world));

describe('a BLIK code that the acquirer declines immediately', () => {
  it.each(Object.entries(BLIK_ERROR_CODE_OF).filter(([reason, code]) => code !== null && reason !== 'alias_ambiguous'))(
    'because of %s has a response and a notification with %s',
    async (reason, code) => {
      const { acquirer, level0 } = await createLevel0Shop(world, payments);
      acquirer.onCode = ({ submission: { reference } }) =>
        attemptResult({ outcome: 'failed', reason, next: { kind: 'needsCode', alternatives: [] }, submission: reference } as never);
      const response = await level0.pay(await level0.createUnpaidPayment(), { ticket: { T6: '777123' } });
      expect([response.status, response.body]).toEqual([400, { success: false, errorCode: code, message: expect.any(String) }]);
      expect(await level0.readNotifications('transaction_blik_level0:code_status_changed')).toMatchObject([{ ticket_status: code }]);
    },
  );
});

describe('a subscription that the acquirer declines immediately', () => {
  it.each(DECLINE_REASON_CODES)(
    'because of %s gets the response %s, and the value of its alias can be used again',
    async (reason, errorCode) => {
      const shop = await subscriptionShop(payments);
      shop.fakeMandates.onRegister = () => fakeMandateResult({ outcome: 'failed', reason });
      const body = await shop.createRequestBody();
      const declined = await shop.subscribe(body);
      expect([declined.status, declined.body.errorCode]).toEqual([400, errorCode]);
      const ending = ['payer_timeout', 'mandate_timeout'].includes(reason)
        ? { status: 'subscription_expired', cancelled_by: null, cancelled_reason: null }
        : { status: 'subscription_cancelled', cancelled_by: reason === 'payer_declined' ? 'payer' : 'blik', cancelled_reason: errorCode };
      expect(await shop.findRow(await shop.findIdByPayment(body['transactionId']))).toMatchObject({ ...ending, next_poll_at: null });
      expect((await shop.attempts(String(body['transactionId']))).map(({ state }) => state)).toEqual(['failed']);
      shop.fakeMandates.reset();
      expect((await shop.subscribe(body)).status).toBe(201);
    },
  );
});
