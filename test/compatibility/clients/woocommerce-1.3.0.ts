import type { OlderClient } from '../support/older-client.js';
import { ECOMMERCE } from './ecommerce-1.0.3.js';

/** An order of a guest, without a shipping address. The postal code is as the customer typed it, without the dash. */
const ORDER = {
  amount: 99.99,
  currency: 'PLN',
  description: 'Order #123',
  control: '123',
  customer: { name: 'Jan Kowalski', email: 'jan@example.com', ip: '198.51.100.7' },
  antifraud: { useragent: 'Browser/1.0' },
  returns: {
    success: 'https://shop.example/checkout/order-received/123/?key=wc_order_x',
    failure: 'https://shop.example/checkout/order-received/123/?key=wc_order_x',
    pending: 'https://shop.example/checkout/order-received/123/?key=wc_order_x',
  },
  commissionMode: 'merchant',
  billing: { name: 'Jan', surname: 'Kowalski', street: 'Prosta 1 m. 2', city: 'Warszawa', postalCode: '00 001', country: 'PL' },
};
const CREATED = { 'data.redirectUrl': 'text', 'data.transactionId': 'text' } as const;

export const WOOCOMMERCE: OlderClient = {
  ...ECOMMERCE,
  name: 'WooCommerce plugin on the e-commerce package',
  version: '1.3.0',
  source: 'https://github.com/SimPaypl/simpay-payment-woocommerce (0acb2be)',
  baseUrlLocation: `${ECOMMERCE.baseUrlLocation} of the plugin`,
  userWarning: 'the gateway has no channels `blik-paylater` and `paypo`: do not enable these methods',
  headers: (token) => ({ ...ECOMMERCE.headers(token), 'X-SIM-PLATFORM': 'woocommerce', 'X-SIM-PLATFORM-VERSION': '1.3.0' }),
  calls: [
    { name: 'create a payment of a shop’s order', method: 'POST', path: '/payment/{pay}/transactions', body: ORDER, reads: CREATED },
    {
      name: 'create a payment for a BLIK code',
      method: 'POST',
      path: '/payment/{pay}/transactions',
      body: {
        ...ORDER,
        directChannel: 'blik-level0',
        shipping: { name: 'Jan', surname: 'Kowalski', street: 'Prosta 1', city: 'Warszawa', postalCode: '00-001', country: 'PL' },
        context: {
          accountCreatedAt: '2024-03-01T12:00:00+00:00',
          salesTotalCount: 2,
          salesTotalAmount: 199.98,
          salesAvgAmount: 99.99,
          salesMaxAmount: 99.99,
          accountSetCurrency: 'PLN',
          hasPreviousPurchases: true,
        },
      },
      reads: CREATED,
    },
    ...ECOMMERCE.calls.filter(({ path }) => path === '/ip' || path.endsWith('/refunds') || path.includes('/blik/')),
  ],
};
