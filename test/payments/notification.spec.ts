import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { TEST_NOTIFICATION } from '../../src/platform/webhooks/outbox/test-notification.js';
import type { PaymentTransaction } from '../../src/products/payments/payments/payment-transaction.entity.js';
import { PAYMENT_NOTIFICATION } from '../../src/products/payments/payments/notification.js';

const ZONE = 'Europe/Warsaw';
const signatureOf = (text: string, key: string): string => createHash('sha256').update(`${text}|${key}`).digest('hex');

describe('ipn:test', () => {
  it('has the expected signed text, signature and fields', () => {
    const { json, signedText } = TEST_NOTIFICATION.event(
      { serviceId: 'e65c7519', nonce: 'abc' },
      { at: new Date('2025-06-03T17:08:44Z'), zone: ZONE, id: '019736c4-50c3-7108-944c-11a0f9c12b72' },
    ).body;
    expect(signedText).toBe('ipn:test|019736c4-50c3-7108-944c-11a0f9c12b72|2025-06-03T19:08:44+02:00|e65c7519|abc');
    expect(signatureOf(signedText, 'SERVICE_IPN_KEY')).toBe('5e5edabf13049eafbba65ee1487723a51e21e66192452ff74e186e8ff57638b5');
    expect(Object.keys(JSON.parse(json))).toEqual(['type', 'notification_id', 'date', 'data']);
  });
});

const PAYMENT = {
  id: '019736c4-50c3-7108-944c-11a0f9c12b72',
  payerTransactionId: 'K7Q2ZP0D',
  serviceId: 'e65c7519',
  status: 'transaction_paid',
  amountMinor: 1000,
  currency: 'EUR',
  plnMinor: 4365,
  commissionMinor: 83,
  partnerMinor: 4282,
  control: 'order-1',
  channel: 'card',
  customer: { countryCode: 'DE', name: 'Not told' },
  paidAt: new Date('2026-11-21T12:05:09Z'),
  createdAt: new Date('2026-11-21T12:00:00Z'),
} as unknown as PaymentTransaction;

describe('transaction:status_changed', () => {
  it('has the documented fields in the documented order, and amounts as text with two decimals', () => {
    const { json, signedText } = PAYMENT_NOTIFICATION.event(PAYMENT, {
      at: new Date('2026-11-21T12:05:09Z'),
      zone: ZONE,
      id: '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30',
    }).body;
    expect(signedText).toBe(
      'transaction:status_changed|019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30|2026-11-21T13:05:09+01:00|019736c4-50c3-7108-944c-11a0f9c12b72|' +
        'K7Q2ZP0D|e65c7519|transaction_paid|PLN|43.65|EUR|10.00|0.83|42.82|PLN|order-1|card|cards|DE|2026-11-21T13:05:09+01:00|2026-11-21T13:00:00+01:00',
    );
    expect(JSON.parse(json).data.amount).toEqual({
      final_currency: 'PLN',
      final_value: '43.65',
      original_currency: 'EUR',
      original_value: '10.00',
      commission_system: '0.83',
      commission_partner: '42.82',
      commission_currency: 'PLN',
    });
  });

  it('leaves out fields without a value', () => {
    const withoutOptionalValues = {
      ...PAYMENT,
      status: 'transaction_expired',
      commissionMinor: null,
      partnerMinor: null,
      control: null,
      channel: null,
      customer: null,
      paidAt: null,
    } as unknown as PaymentTransaction;
    const { json, signedText } = PAYMENT_NOTIFICATION.event(withoutOptionalValues, { at: PAYMENT.createdAt, zone: ZONE, id: 'i' }).body;
    expect(signedText).toBe(
      'transaction:status_changed|i|2026-11-21T13:00:00+01:00|019736c4-50c3-7108-944c-11a0f9c12b72|K7Q2ZP0D|e65c7519|transaction_expired|' +
        'PLN|43.65|EUR|10.00|2026-11-21T13:00:00+01:00',
    );
    expect(JSON.parse(json).data).toMatchObject({ payment: {}, customer: {} });
    expect(Object.keys(JSON.parse(json).data)).not.toContain('paid_at');
  });
});
