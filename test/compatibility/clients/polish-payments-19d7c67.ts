import type { OlderClient } from '../support/older-client.js';

const CREATED = { 'data.redirectUrl': 'text', 'data.transactionId': 'text' } as const;

export const POLISH_PAYMENTS: OlderClient = {
  name: 'PHP library polish_payments_api (online payments)',
  version: '19d7c67',
  source: 'https://github.com/PatryQHyper/polish_payments_api (19d7c67)',
  baseUrlLocation: 'the address in `src/Online/Methods/SimPayPayment.php`',
  notificationOptions: '– (it only computes a signature to compare with)',
  headers: (token) => ({ Authorization: `Bearer ${token}` }),
  token: 'A',
  error: {},
  calls: [
    { name: 'create a payment', method: 'POST', path: '/payment/{pay}/transactions', body: { amount: 5 }, status: 201, reads: CREATED },
  ],
};
