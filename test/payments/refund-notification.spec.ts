import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { PaymentRefund } from '../../src/products/payments/refunds/payment-refund.entity.js';
import { REFUND_NOTIFICATION } from '../../src/products/payments/refunds/notification.js';

const REFUND = {
  id: '019a9d3e-0000-7a54-9f6e-2b8c4d1e7f30',
  transactionId: '019736c4-50c3-7108-944c-11a0f9c12b72',
  serviceId: 'e65c7519',
  channel: 'card',
  status: 'refund_completed',
  amountMinor: 1_000,
  currency: 'EUR',
  walletMinor: 4_365,
  providerRef: 'not told',
} as unknown as PaymentRefund;

describe('transaction_refund:status_changed', () => {
  const notification = () =>
    REFUND_NOTIFICATION.event(REFUND, {
      at: new Date('2026-11-21T12:05:09Z'),
      zone: 'Europe/Warsaw',
      id: '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30',
    }).body;

  it('has the documented fields in the documented order, and amounts as text with two decimals', () => {
    expect(notification().json).toBe(
      '{"type":"transaction_refund:status_changed","notification_id":"019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30","date":"2026-11-21T13:05:09+01:00",' +
        '"data":{"id":"019a9d3e-0000-7a54-9f6e-2b8c4d1e7f30","service_id":"e65c7519","status":"refund_completed",' +
        '"amount":{"currency":"EUR","value":"10.00","wallet_currency":"PLN","wallet_value":"43.65"},' +
        '"transaction":{"id":"019736c4-50c3-7108-944c-11a0f9c12b72","payment_channel":"card","payment_type":"cards"}}}',
    );
  });

  it('has the signature that a partner computes from its values', () => {
    const { signedText } = notification();
    expect(signedText).toBe(
      'transaction_refund:status_changed|019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30|2026-11-21T13:05:09+01:00|019a9d3e-0000-7a54-9f6e-2b8c4d1e7f30|' +
        'e65c7519|refund_completed|EUR|10.00|PLN|43.65|019736c4-50c3-7108-944c-11a0f9c12b72|card|cards',
    );
    const digest = createHash('sha256').update(`${signedText}|SERVICE_IPN_KEY`).digest('hex');
    expect(digest).toBe('970b8b968c82554904664e487e40a1be7956d98ce0347e9da44dc74976e1a132');
  });
});
