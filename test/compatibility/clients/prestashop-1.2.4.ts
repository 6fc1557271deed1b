import { type OlderClient, withParentPath } from '../support/older-client.js';
import { PRESTASHOP_CHANNEL, PRESTASHOP_ORDER } from '../support/prestashop-order.js';
import { ECOMMERCE } from './ecommerce-1.0.3.js';

/** This version uses the e-commerce package, also for payments with BLIK codes and aliases. */
export const PRESTASHOP_2: OlderClient = {
  name: 'PrestaShop plugin on the e-commerce package',
  version: '1.2.4',
  source: 'https://github.com/SimPaypl/simpay-prestashop (072a90a, 51215bc)',
  baseUrlLocation: 'the constant `API_BASE_URL` in `vendor/simpay/ecommerce/src/Configuration.php` of the module',
  notificationOptions: '–. A value of `--user-agent` must end in `/2.0`',
  headers: (token) => ({ ...ECOMMERCE.headers(token), 'X-SIM-PLATFORM': 'prestashop', 'X-SIM-PLATFORM-VERSION': '8.1.5' }),
  error: ECOMMERCE.error,
  calls: [
    {
      name: 'create a payment of a shop’s order',
      method: 'POST',
      path: '/payment/{pay}/transactions',
      body: { ...PRESTASHOP_ORDER, commissionMode: 'split', commissionSplit: 60 },
      reads: { 'data.redirectUrl': 'text', 'data.transactionId': 'text' },
    },
    { name: 'list channels', method: 'GET', path: '/payment/{pay}/channels', reads: withParentPath('data[]', PRESTASHOP_CHANNEL) },
    {
      name: 'refund a part',
      method: 'POST',
      path: '/payment/{pay}/transactions/{payPaid}/refunds',
      body: { amount: 1.5 },
      reads: { success: 'flag', 'data.refund_id': 'text' },
    },
    {
      name: 'refund the rest',
      method: 'POST',
      path: '/payment/{pay}/transactions/{payWhole}/refunds',
      body: [],
      reads: { success: 'flag', 'data.refund_id': 'text' },
    },
    ...ECOMMERCE.calls.filter(({ path }) => path.includes('/blik/')),
  ],
};
