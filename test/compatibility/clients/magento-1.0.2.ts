import type { OlderClient } from '../support/older-client.js';

const CREATED = { 'data.redirectUrl': 'text', 'data.transactionId': 'text' } as const;
const RETURN_URL = 'https://shop.example/checkout/onepage/success/';
const ADDRESS = {
  name: 'Jan',
  surname: 'Kowalski',
  street: 'Prosta 1',
  city: 'Warszawa',
  postalCode: '00001',
  country: 'PL',
  company: '',
};

/** The plugin sends all values of the shop, also empty texts, and an empty list for a missing object. */
const ORDER = {
  amount: 12.3,
  currency: 'PLN',
  description: 'Order #000000123',
  control: '000000123',
  customer: { name: 'Jan Kowalski', email: 'jan@example.com', ip: '198.51.100.7' },
  antifraud: { useragent: 'Browser/1.0' },
  billing: ADDRESS,
  shipping: ADDRESS,
  context: [],
  returns: { success: RETURN_URL, failure: RETURN_URL },
};

export const MAGENTO: OlderClient = {
  name: 'Magento 2.4 plugin',
  version: '1.0.2',
  source: 'https://github.com/SimPaypl/simpay-magento-24 (0b5f197)',
  baseUrlLocation: 'the addresses in `Gateway/Http/TransferFactory.php` and `Service/IpAllowlistService.php`',
  notificationOptions: '–. A value of `--user-agent` must end in `/2.0`',
  userWarning:
    'it has no refunds. It sends no header with its name. A payment with a text that is too long is rejected unless its token has `--compatibility A`',
  headers: (token) => ({
    Authorization: `Bearer ${token}`,
    Accept: 'application/json; charset=utf-8',
    'Content-Type': 'application/json; charset=utf-8',
  }),
  error: {},
  calls: [
    { name: 'create a payment of a shop’s order', method: 'POST', path: '/payment/{pay}/transactions', body: ORDER, reads: CREATED },
    {
      name: 'create a payment without shipping address and customer',
      method: 'POST',
      path: '/payment/{pay}/transactions',
      body: { ...ORDER, customer: { name: '', email: '', ip: '' }, antifraud: { useragent: '' }, shipping: [] },
      reads: CREATED,
    },
    { name: 'list addresses of notifications', method: 'GET', path: '/ip', reads: { success: 'flag', data: 'list' } },
  ],
};
