import { type OlderClient, withParentPath } from '../support/older-client.js';

/** For online payments the library sends only a bearer token, and no header that names the library. */
export const TYPESCRIPT_3_PAYMENTS: OlderClient = {
  name: 'TypeScript library simpay-typescript-api (online payments)',
  version: '3.1.0',
  source: 'https://github.com/SimPaypl/SimPay-API-TypeScript (8687c69)',
  baseUrlLocation: '`baseURL` in the constructor of its class `Payment`',
  notificationOptions: 'none: its verifier rejects all notifications. Verify with Standard Webhooks',
  headers: (token) => ({ Authorization: `Bearer ${token}` }),
  token: 'A',
  error: { message: 'text' },
  calls: [
    {
      name: 'create a payment',
      method: 'POST',
      path: '/payment/{pay}/transactions',
      body: { amount: 5, currency: 'PLN' },
      reads: { 'data.transactionId': 'text', 'data.redirectUrl': 'text' },
    },
    {
      name: 'show a payment',
      method: 'GET',
      path: '/payment/{pay}/transactions/{payOpen}',
      reads: withParentPath('data', { id: 'text', 'amount.value': 'number', redirects: 'object', customer: 'object' }),
    },
  ],
};
