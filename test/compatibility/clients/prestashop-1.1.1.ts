import { type OlderClient, withParentPath } from '../support/older-client.js';
import { PRESTASHOP_CHANNEL, PRESTASHOP_ORDER } from '../support/prestashop-order.js';

const CREATED = { 'data.transactionId': 'text', 'data.redirectUrl': 'text' } as const;

/** This version has an HTTP client of its own. Version 1.0.0 uses the PHP library, later versions use the e-commerce package. */
export const PRESTASHOP_1: OlderClient = {
  name: 'PrestaShop plugin',
  version: '1.1.1',
  source: 'https://github.com/SimPaypl/simpay-prestashop (16edfcb)',
  baseUrlLocation: '`HttpClient::createForBaseUri(…)` in `src/SimPayApiService.php` of the module',
  notificationOptions: '–. A value of `--user-agent` must end in `/2.0`',
  headers: (token) => ({
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'X-SIM-PLATFORM': 'prestashop',
    'X-SIM-PLATFORM-VERSION': '8.1.5',
  }),
  error: { errorCode: 'text', message: 'text' },
  calls: [
    {
      name: 'create a payment of a shop’s order',
      method: 'POST',
      path: '/payment/{pay}/transactions',
      body: PRESTASHOP_ORDER,
      status: 201,
      reads: CREATED,
    },
    {
      name: 'create a payment for a BLIK code',
      method: 'POST',
      path: '/payment/{pay}/transactions',
      body: { ...PRESTASHOP_ORDER, directChannel: 'blik-level0' },
      status: 201,
      reads: CREATED,
    },
    { name: 'list channels', method: 'GET', path: '/payment/{pay}/channels', reads: withParentPath('data[]', PRESTASHOP_CHANNEL) },
    { name: 'list addresses of notifications', method: 'GET', path: '/ip', reads: { data: 'list' } },
    {
      name: 'pay with a BLIK code',
      method: 'POST',
      path: '/payment/{pay}/blik/level0/{level0}',
      body: { ticket: { T6: '777123' } },
      status: 204,
      reads: {},
    },
    {
      name: 'read why a BLIK code was rejected',
      method: 'POST',
      path: '/payment/{pay}/blik/level0/{level0}',
      body: { ticket: { T6: '000001' } },
      status: 400,
      reads: { errorCode: 'one of INVALID_BLIK_CODE', message: 'text' },
    },
  ],
};
