import { REMOVED_FIELDS, PAGES } from '../support/common-reads.js';
import { type OlderClient, withParentPath } from '../support/older-client.js';

const SMS_SERVICE = {
  id: 'text',
  type: 'one of ONE_TIME_CODE CODE_PACK API_URL',
  status: 'text',
  name: 'text',
  prefix: 'text',
  suffix: 'text',
  description: 'text?',
  adult: 'flag',
  created_at: 'moment',
} as const;
const MESSAGE = { id: 'whole', from: 'whole', code: 'text', used: 'flag', send_at: 'moment' } as const;
const NUMBER = { number: 'whole', value: 'number', value_gross: 'number', adult: 'flag' } as const;
const TRANSACTION = {
  id: 'text',
  status: 'text',
  value: 'number?',
  value_netto: 'number?',
  operator: 'text?',
  control: 'text?',
  created_at: 'moment?',
  updated_at: 'moment?',
} as const;
const SHOWN = { ...TRANSACTION, 'notify.is_send': 'flag', 'notify.last_send_at': 'moment', 'notify.count': 'whole' } as const;
const SERVICE = {
  id: 'text',
  status: 'one of service_db_new service_db_active service_db_rejected service_db_ongoing_registration',
  api: 'object',
  providers: 'object',
  commissions: 'object',
  maxValues: 'object',
} as const;

export const PYTHON: OlderClient = {
  name: 'Python library simpay-api',
  version: '3.0.1',
  source: 'https://github.com/SimPaypl/SimPay-API-Python (d655e46)',
  baseUrlLocation: '`Client._base_endpoint`, a class attribute, with a slash at its end',
  notificationOptions: '`--amounts shortest`',
  headers: (token) => ({
    'X-SIM-KEY': 'a-key',
    'X-SIM-PASSWORD': token,
    'User-Agent': 'simpay-python-api',
    'Content-Type': 'application/json',
  }),
  error: { message: 'text', errors: 'object' },
  calls: [
    {
      name: 'list services',
      method: 'GET',
      path: '/directbilling',
      reads: withParentPath('data[]', SERVICE),
      brokenBecause: REMOVED_FIELDS,
    },
    {
      name: 'show a service',
      method: 'GET',
      path: '/directbilling/{db}',
      reads: withParentPath('data', SERVICE),
      brokenBecause: REMOVED_FIELDS,
    },
    {
      name: 'list transactions',
      method: 'GET',
      path: '/directbilling/{db}/transactions',
      reads: { success: 'flag', ...withParentPath('data[]', TRANSACTION), ...PAGES },
    },
    {
      name: 'show a new transaction',
      method: 'GET',
      path: '/directbilling/{db}/transactions/{dbNew}',
      reads: withParentPath('data', SHOWN),
    },
    {
      name: 'show a paid transaction',
      method: 'GET',
      path: '/directbilling/{db}/transactions/{dbPaid}',
      reads: withParentPath('data', SHOWN),
    },
    {
      name: 'create a transaction',
      method: 'POST',
      path: '/directbilling/{db}/transactions',
      body: { amount: 10, amountType: 'net', control: 'order-1', signature: 'a'.repeat(64) },
      reads: { 'data.transactionId': 'text', 'data.redirectUrl': 'text' },
    },
    {
      name: 'calculate',
      method: 'GET',
      path: '/directbilling/{db}/calculate/?amount=10',
      reads: withParentPath('data', TRANSACTION),
      brokenBecause: 'reads the calculated prices as a transaction',
    },
    { name: 'list services', method: 'GET', path: '/sms', reads: { ...withParentPath('data[]', SMS_SERVICE), ...PAGES } },
    { name: 'show a service', method: 'GET', path: '/sms/{sms}', reads: withParentPath('data', SMS_SERVICE) },
    {
      name: 'list transactions',
      method: 'GET',
      path: '/sms/{sms}/transactions',
      reads: { ...withParentPath('data[]', MESSAGE), ...PAGES },
    },
    { name: 'show a transaction', method: 'GET', path: '/sms/{sms}/transactions/{smsTx}', reads: withParentPath('data', MESSAGE) },
    {
      name: 'list numbers',
      method: 'GET',
      path: '/sms/numbers',
      reads: { ...withParentPath('data[]', NUMBER), 'pagination.links.next_page': 'one of null|null' },
    },
    { name: 'show a number', method: 'GET', path: '/sms/numbers/7055', reads: withParentPath('data', NUMBER) },
    { name: 'show a number of a service', method: 'GET', path: '/sms/{sms}/numbers/7055', reads: withParentPath('data', NUMBER) },
    {
      name: 'check a code',
      method: 'POST',
      path: '/sms/{sms}',
      body: { code: '{code}', number: '7055' },
      reads: withParentPath('data', MESSAGE),
    },
  ],
};
