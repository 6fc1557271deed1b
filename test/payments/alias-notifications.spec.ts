import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { FAILURE_REASONS } from '../../src/connectors/acquirers/port/failure-reasons.js';
import { ALIAS_NOTIFICATION } from '../../src/products/payments/blik-aliases/notification.js';
import type { PaymentAlias } from '../../src/products/payments/blik-aliases/payment-alias.entity.js';
import type { PaymentTransaction } from '../../src/products/payments/payments/payment-transaction.entity.js';
import { CODE_NOTIFICATION, ticketStatusOf } from '../../src/products/payments/attempts/codes/notification.js';

const CONTEXT = { at: new Date('2026-11-21T12:05:09Z'), zone: 'Europe/Warsaw', id: '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30' };
const signature = ({ signedText }: { signedText: string }): string =>
  createHash('sha256').update(`${signedText}|SERVICE_IPN_KEY`).digest('hex');

const PAID = {
  id: '019736c4-50c3-7108-944c-11a0f9c12b72',
  payerTransactionId: 'K7Q2ZP0D',
  serviceId: 'e65c7519',
  status: 'transaction_paid',
  amountMinor: 1230,
  currency: 'PLN',
  plnMinor: 1230,
  commissionMinor: 19,
  partnerMinor: 1211,
  control: 'order-1',
  customer: { email: 'not@told.example' },
} as unknown as PaymentTransaction;
const DECLINED = {
  ...PAID,
  status: 'transaction_generated',
  commissionMinor: null,
  partnerMinor: null,
  control: null,
} as PaymentTransaction;

describe('transaction_blik_level0:code_status_changed', () => {
  it('has the documented fields in the documented order, with money as text of two decimals', () => {
    const { json } = CODE_NOTIFICATION.event({ row: PAID, reason: null }, CONTEXT).body;
    expect(json).toBe(
      '{"type":"transaction_blik_level0:code_status_changed","notification_id":"019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30",' +
        '"date":"2026-11-21T13:05:09+01:00","data":{"ticket_status":"VALID","transaction":{"id":"019736c4-50c3-7108-944c-11a0f9c12b72",' +
        '"payer_transaction_id":"K7Q2ZP0D","service_id":"e65c7519","status":"transaction_paid","amount":{"final_currency":"PLN",' +
        '"final_value":"12.30","original_currency":"PLN","original_value":"12.30","commission_system":"0.19","commission_partner":"12.11",' +
        '"commission_currency":"PLN"},"control":"order-1"}}}',
    );
  });

  // The expected signatures are the SHA-256 of the values in their order and the key, joined by `|`. They were calculated by hand.
  it.each<[string, PaymentTransaction, Parameters<typeof ticketStatusOf>[0], string]>([
    ['has paid', PAID, null, '5fd7b957402c23fdcbebd6b186ec9eb84cc1395a69714da13e2e39b329c3a781'],
    ['was declined', DECLINED, 'insufficient_funds', 'f6bf4d71fb49f48e17dfc01e52c9cf0f8c5c8b34ec8a9d33b4126dd5ef32bc07'],
  ])('has the known good signature when the code %s', (_, row, reason, digest) => {
    expect(signature(CODE_NOTIFICATION.event({ row, reason }, CONTEXT).body)).toBe(digest);
  });

  it('has a ticket status for every decline reason', () => {
    for (const reason of FAILURE_REASONS) expect(ticketStatusOf(reason)).toMatch(/^[A-Z_]+$/);
    expect(ticketStatusOf('instrument_invalid')).toBe('GENERAL_ERROR');
  });
});

describe('blik:alias_status_changed', () => {
  const alias = {
    id: '019a9d3e-0000-7a54-9f6e-2b8c4d1e7f30',
    serviceId: 'e65c7519',
    type: 'UID',
    value: 'customer-7',
    label: 'Książka miesiąca',
    status: 'alias_active',
    blikKey: 'not told',
    expiresAt: new Date('2036-01-31T12:00:00Z'),
    createdAt: new Date('2026-11-21T12:00:00Z'),
    updatedAt: new Date('2026-11-21T12:05:09Z'),
  } as unknown as PaymentAlias;
  const body = () => ALIAS_NOTIFICATION.event(alias, CONTEXT).body;

  it('has exactly the documented fields in the documented order', () => {
    expect(body().json).toBe(
      '{"type":"blik:alias_status_changed","notification_id":"019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30","date":"2026-11-21T13:05:09+01:00",' +
        '"data":{"id":"019a9d3e-0000-7a54-9f6e-2b8c4d1e7f30","service_id":"e65c7519","type":"UID","value":"customer-7","label":"Książka miesiąca",' +
        '"status":"alias_active","created_at":"2026-11-21T13:00:00+01:00","updated_at":"2026-11-21T13:05:09+01:00"}}',
    );
  });

  // The expected signatures are the SHA-256 of the values in their order and the key, joined by `|`. They were calculated by hand.
  it('has the known good signature', () =>
    expect(signature(body())).toBe('d302966d34ba75e05b0f0205d0a92d257f2f0efd10476804a9e7a0c126e808cd'));
});
