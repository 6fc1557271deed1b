import type { OlderClient } from '../support/older-client.js';

const CREATED = { 'data.redirectUrl': 'text', 'data.transactionId': 'text' } as const;

export const ECOMMERCE: OlderClient = {
  name: 'PHP e-commerce package; WooCommerce and OpenCart plugins',
  version: '1.0.3',
  source: 'https://github.com/SimPaypl/simpay-ecommerce (ae64b23), simpay-payment-woocommerce 1.3.0, simpay-payment-opencart 1.1.0',
  headers: (token) => ({
    Authorization: `Bearer ${token}`,
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'X-SIM-PLATFORM': 'woocommerce',
    'X-SIM-PLATFORM-VERSION': '10.1',
    'X-SIM-LOCALE': 'pl_PL',
  }),
  error: { message: 'text', code: 'text', errorCode: 'text' },
  calls: [
    {
      name: 'create a payment of a shop’s order',
      method: 'POST',
      path: '/payment/{pay}/transactions',
      body: {
        amount: 99.99,
        currency: 'PLN',
        description: 'Order #123',
        control: '123',
        customer: { name: 'Jan Kowalski', email: 'jan@example.com', ip: '198.51.100.7', countryCode: 'PL' },
        antifraud: { systemId: '7', useragent: 'Browser/1.0' },
        returns: { success: 'https://shop.example/ok', failure: 'https://shop.example/no', pending: 'https://shop.example/wait' },
        commissionMode: 'merchant',
        billing: { name: 'Jan', street: 'Prosta 1', postalCode: '00-001', country: 'PL' },
        shipping: { name: 'Jan', surname: 'Kowalski', city: 'Stary Kazimierz nad Wisłą i okolice' },
        context: { hasPreviousPurchases: false },
        cart: [
          { name: 'A golden sword with a hilt of ivory, forged by the smiths of the northern mountains', quantity: 1, unitPrice: 99.99 },
        ],
      },
      reads: CREATED,
    },
    {
      name: 'show a payment',
      method: 'GET',
      path: '/payment/{pay}/transactions/{payPaid}',
      reads: { success: 'flag', 'data.status': 'text' },
    },
    {
      name: 'refund a part',
      method: 'POST',
      path: '/payment/{pay}/transactions/{payPaid}/refunds',
      body: { amount: 1.5 },
      reads: { 'data.refund_id': 'text' },
    },
    { name: 'list channels', method: 'GET', path: '/payment/{pay}/channels', reads: { data: 'list' } },
    { name: 'list addresses of notifications', method: 'GET', path: '/ip', reads: { success: 'flag', data: 'list' } },
  ],
};
