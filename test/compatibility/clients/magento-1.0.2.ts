import type { OlderClient } from '../support/older-client.js';

const CREATED = { 'data.redirectUrl': 'text', 'data.transactionId': 'text' } as const;

export const MAGENTO: OlderClient = {
  name: 'Magento 2.4 plugin',
  version: '1.0.2',
  source: 'https://github.com/SimPaypl/simpay-magento-24 (0b5f197)',
  headers: (token) => ({
    Authorization: `Bearer ${token}`,
    Accept: 'application/json; charset=utf-8',
    'Content-Type': 'application/json; charset=utf-8',
  }),
  error: {},
  calls: [
    {
      name: 'create a payment',
      method: 'POST',
      path: '/payment/{pay}/transactions',
      body: { amount: 12.3, currency: 'PLN', control: '1' },
      reads: CREATED,
    },
    {
      name: 'refund a part',
      method: 'POST',
      path: '/payment/{pay}/transactions/{payPaid}/refunds',
      body: { amount: 1 },
      reads: { 'data.refund_id': 'text' },
    },
    { name: 'list addresses of notifications', method: 'GET', path: '/ip', reads: { success: 'flag', data: 'list' } },
  ],
};
