import { describe, expect, it } from '@jest/globals';
import { findPaymentPath } from './payment-paths.js';

const ID = '01934e2a-7c1b-7d3e-9a42-5f0c8e6b1d28';

describe('the payment’s path in a longer path', () => {
  // The last product has no path segment of its own.
  const products = ['/pay/cards', '/pay'].map((path) => ({ payerPages: { path, readStates: () => Promise.resolve(new Map()) } }));

  it.each([
    [`/pay/cards/${ID}`, `/pay/cards/${ID}`],
    [`/pay/cards/${ID}/code`, `/pay/cards/${ID}`],
    [`/PAY/Cards/${ID}/code/`, `/pay/cards/${ID}`],
    [`/pay/${ID}`, `/pay/${ID}`],
    [`/pay/${ID}/blik`, `/pay/${ID}`],
  ])('for %s is %s', (path, page) => expect(findPaymentPath(path, [...products, {}])).toBe(page));

  it.each([
    '/pay',
    '/pay/',
    '/pay/cards',
    '/pay/cards/x',
    `/pay/cards/x/${ID}`,
    `/pay/vouchers/${ID}`,
    `/payments/${ID}`,
    `/pay/${ID}x`,
    '/pay/%',
  ])('is null for %s', (path) => expect(findPaymentPath(path, [...products, {}])).toBeNull());
});
