import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { PaymentAlias } from '../../src/products/payments/blik-aliases/payment-alias.entity.js';
import type { PaymentSubscription } from '../../src/products/payments/subscriptions/payment-subscription.entity.js';
import { SUBSCRIPTION_NOTIFICATION } from '../../src/products/payments/subscriptions/notification.js';

const at = new Date('2026-11-21T12:05:09Z');

const SUBSCRIPTION = {
  id: '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30',
  serviceId: 'e65c7519',
  status: 'subscription_active',
  mode: 'BLIK',
  model: 'A',
  currency: 'PLN',
  createdAt: new Date('2026-11-21T12:00:00Z'),
  updatedAt: at,
} as PaymentSubscription;
const ALIAS = {
  id: '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f31',
  serviceId: 'e65c7519',
  type: 'PAYID',
  value: 'customer-7',
  label: 'Books of the month',
  status: 'alias_active',
  createdAt: new Date('2026-11-21T12:00:00Z'),
  updatedAt: at,
} as PaymentAlias;

describe('subscription:status_changed', () => {
  const notification = () =>
    SUBSCRIPTION_NOTIFICATION.event(
      { subscription: SUBSCRIPTION, alias: ALIAS },
      { at, zone: 'Europe/Warsaw', id: '019736c4-50c3-7108-944c-11a0f9c12b72' },
    ).body;

  it('has the documented fields in the documented order', () => {
    const { json, signedText } = notification();
    expect(signedText).toBe(
      'subscription:status_changed|019736c4-50c3-7108-944c-11a0f9c12b72|2026-11-21T13:05:09+01:00|019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30|e65c7519|' +
        'subscription_active|BLIK|2026-11-21T13:00:00+01:00|2026-11-21T13:05:09+01:00|A|PLN|019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f31|PAYID|customer-7|' +
        'Books of the month|alias_active|2026-11-21T13:00:00+01:00|2026-11-21T13:05:09+01:00',
    );
    const { data } = JSON.parse(json) as { data: Record<string, Record<string, object>> };
    expect(Object.keys(data)).toEqual(['id', 'service_id', 'status', 'mode', 'created_at', 'updated_at', 'blik']);
    expect(Object.keys(data['blik'] ?? {})).toEqual(['model', 'currency', 'alias']);
    expect(Object.keys(data['blik']?.['alias'] ?? {})).toEqual(['id', 'type', 'value', 'label', 'status', 'created_at', 'updated_at']);
  });

  it('has the signature that sha256sum computes', () => {
    expect(createHash('sha256').update(`${notification().signedText}|SERVICE_IPN_KEY`).digest('hex')).toBe(EXPECTED_SIGNATURE);
  });
});

/** The output of `sha256sum` for the expected signed text above, followed by `|` and the key. */
const EXPECTED_SIGNATURE = 'a9473b5e59c9d4f39301a6213777390a2a1e3b1e04c03a6bb7fb1817b94c1dfc';
