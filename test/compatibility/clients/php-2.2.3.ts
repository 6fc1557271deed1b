import { type OlderClient, withParentPath } from '../support/older-client.js';
import { PHP } from './php-3.0.7.js';

/** The library itself reads no values. These values are read by the WordPress plugin, and by programs that read page after page. */
const SERVICE = { id: 'text', type: 'text', status: 'text', name: 'text', prefix: 'text', suffix: 'text', adult: 'flag' } as const;
const NUMBER = { number: 'whole', value: 'number', value_gross: 'number', adult: 'flag' } as const;
const PAGES = withParentPath('pagination', {
  total: 'whole',
  count: 'whole',
  per_page: 'whole',
  current_page: 'whole',
  total_pages: 'whole',
});
const FIRST_PAGE = 'page=1&limit=15';

/** Version 2 of the PHP library. Version 3 is a new library. The WordPress plugin 2.2.5 uses version 2. */
export const PHP_2: OlderClient = {
  name: 'WordPress plugin 2.2.5; PHP library simpaypl/simpay ^2.2, read as',
  version: '2.2.3',
  source: 'https://github.com/SimPaypl/SimPay-API-php (b60381d), https://github.com/SimPaypl/SimPay-WordPress (93124e8)',
  baseUrlLocation: '`base_uri` in `vendor/simpaypl/simpay/lib/Adapter/Guzzle.php`',
  notificationOptions: '`--amounts shortest --service-id-name service_id`',
  userWarning:
    '`Notification::getServiceId()` throws: it expects whole numbers as ids of services. In WordPress the list of short numbers has only the first 15',
  headers: PHP.headers,
  error: { message: 'text' },
  calls: [
    { name: 'list services', method: 'GET', path: `/directbilling?${FIRST_PAGE}`, reads: { data: 'list', ...PAGES } },
    { name: 'show a service', method: 'GET', path: '/directbilling/{db}', reads: { data: 'object' } },
    { name: 'calculate', method: 'GET', path: '/directbilling/{db}/calculate?amount=10', reads: { data: 'object' } },
    { name: 'list transactions', method: 'GET', path: `/directbilling/{db}/transactions?${FIRST_PAGE}`, reads: { data: 'list', ...PAGES } },
    { name: 'show a transaction', method: 'GET', path: '/directbilling/{db}/transactions/{dbNew}', reads: { data: 'object' } },
    {
      name: 'create a transaction',
      method: 'POST',
      path: '/directbilling/{db}/transactions',
      body: {
        amount: 12.3,
        amountType: 'net',
        description: 'Sword',
        control: 'order-1',
        returns: { success: 'https://shop.example/ok', failure: 'https://shop.example/no' },
        phoneNumber: '48500600700',
        provider: 1,
        steamid: '76561198000000000',
        signature: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      },
      reads: { 'data.transactionId': 'text', 'data.redirectUrl': 'text' },
    },
    { name: 'list services', method: 'GET', path: `/sms?${FIRST_PAGE}`, reads: { data: 'list', ...PAGES } },
    { name: 'show a service', method: 'GET', path: '/sms/{sms}', reads: withParentPath('data', { ...SERVICE, description: 'text|null' }) },
    { name: 'list numbers of a service', method: 'GET', path: `/sms/{sms}/numbers?${FIRST_PAGE}`, reads: withParentPath('data[]', NUMBER) },
    { name: 'show a number of a service', method: 'GET', path: '/sms/{sms}/numbers/7055', reads: withParentPath('data', NUMBER) },
    { name: 'list numbers', method: 'GET', path: `/sms/numbers?${FIRST_PAGE}`, reads: withParentPath('data[]', NUMBER) },
    { name: 'show a number', method: 'GET', path: '/sms/numbers/7055', reads: withParentPath('data', NUMBER) },
    { name: 'list transactions', method: 'GET', path: `/sms/{sms}/transactions?${FIRST_PAGE}`, reads: { data: 'list', ...PAGES } },
    { name: 'show a transaction', method: 'GET', path: '/sms/{sms}/transactions/{smsTx}', reads: { data: 'object' } },
    {
      name: 'check a code',
      method: 'POST',
      path: '/sms/{sms}',
      body: { code: '{code}', number: 7055 },
      reads: withParentPath('data', { used: 'flag', code: 'text', test: 'flag', from: 'whole', number: 'whole', value: 'number' }),
    },
    {
      name: 'check a code without its number',
      method: 'POST',
      path: '/sms/{sms}',
      body: { code: '{code}', number: null },
      reads: withParentPath('data', { used: 'flag', code: 'text', test: 'flag', from: 'whole', number: 'whole', value: 'number' }),
    },
  ],
};
