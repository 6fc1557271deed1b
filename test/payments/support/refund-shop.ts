import type { RefundResult } from '../../../src/connectors/acquirers/port/refund.js';
import { uuidToReference } from '../../../src/common/reference.js';
import { PollAcquirersService } from '../../../src/products/payments/poll-acquirers.service.js';
import type { HttpResponse, HttpRequest } from '../../support/http-client.js';
import type { World } from '../../support/world.js';
import type { PaymentShop } from './payment-shop.js';

export const refundResult = (outcome: RefundResult['outcome'], fields: Partial<RefundResult> = {}): RefundResult => ({
  outcome,
  providerRef: null,
  data: null,
  rawCode: null,
  money: null,
  ...fields,
});

export interface RefundShop {
  /** Creates a paid payment. @returns the id of the payment. */
  createPaidTransaction(body?: Record<string, unknown>, channel?: Parameters<PaymentShop['beginAttempt']>[1]): Promise<string>;
  /** Requests a refund. Without a body, the rest of the payment is refunded. */
  sendRefundRequest(id: string, body?: unknown, call?: HttpRequest): Promise<HttpResponse>;
  /** Creates a refund. @returns the id of the refund. */
  createNewRefund(id: string, amount?: number): Promise<string>;
  /** The status without `refund_`. */
  status(refundId: string): Promise<string>;
  /** The partner’s wallet of real money, in grosz. */
  wallet(): Promise<{ available: number; reserved: number }>;
  /** Sends a callback of the acquirer about a refund. */
  reportRefund(
    refundId: string,
    outcome: RefundResult['outcome'],
    options?: { eventId?: string; money?: object; result?: object },
  ): Promise<HttpResponse>;
}

let lastEventNumber = 0;

export function refundShop(world: World, shop: PaymentShop): RefundShop {
  const pathOf = (id: string): string => `/payment/${shop.serviceId}/transactions/${id}/refunds`;
  const sendRefundRequest: RefundShop['sendRefundRequest'] = (id, body, call = {}) =>
    world.http.post(pathOf(id), { token: shop.shop.token, ...(body !== undefined && { body }), ...call });
  return {
    async createPaidTransaction(body, channel = 'mbank') {
      const id = await shop.createNewPayment(body);
      await shop.beginAttempt(id, channel);
      await shop.reportAttempt(id, { outcome: 'paid' });
      return id;
    },
    sendRefundRequest,
    async createNewRefund(id, amount) {
      const response = await sendRefundRequest(id, amount === undefined ? undefined : { amount });
      if (response.status !== 200) throw new Error(`The refund was not created: ${response.text}`);
      return response.body.data.refund_id as string;
    },
    async status(refundId) {
      const [row] = await world.database.query<{ status: string }[]>('SELECT status FROM payment_refund WHERE id = $1', [refundId]);
      return row?.status.replace('refund_', '') ?? '';
    },
    async wallet() {
      const [row] = await world.database.query<{ available: string; reserved: string }[]>(
        'SELECT available_minor AS available, reserved_minor AS reserved FROM wallet WHERE partner_id = $1 AND NOT test',
        [shop.shop.partnerId],
      );
      return { available: Number(row?.available ?? 0), reserved: Number(row?.reserved ?? 0) };
    },
    reportRefund: (refundId, outcome, { eventId = `refund-event-${(lastEventNumber += 1)}`, money, result } = {}) =>
      world.http.post('/connectors/channels/fake/reports', {
        body: {
          kind: 'refund',
          eventId,
          providerRef: null,
          reference: uuidToReference(refundId),
          result: { ...refundResult(outcome), money: money ?? null, ...result },
        },
      }),
  };
}

/** Sends and polls the due refunds at the fake acquirer. */
export const sendRefunds = (world: World): Promise<boolean> => world.get(PollAcquirersService).batch('refund', 'fake');

/**
 * Changes the stored connector of a payment’s attempts to the sandbox. A command of the command line can refund the payment only then,
 * because its process has the sandbox’s connector, but not the fake acquirer.
 */
export function moveAttemptsToSandbox(world: World, transactionId: string): Promise<void> {
  return world.asOwner(`ALTER TABLE payment_attempt DISABLE TRIGGER USER;
    UPDATE payment_attempt SET connector = 'sandbox' WHERE transaction_id = '${transactionId}';
    ALTER TABLE payment_attempt ENABLE TRIGGER USER`);
}
