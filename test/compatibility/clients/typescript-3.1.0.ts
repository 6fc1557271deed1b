import { PAGES } from '../support/common-reads.js';
import { type OlderClient, withParentPath } from '../support/older-client.js';

const DATED = { id: 'text', created_at: 'moment' } as const;
const LISTED = { ...DATED, status: 'text', value: 'number', value_netto: 'number', operator: 'text?', updated_at: 'moment' } as const;
const SHOWN = {
  ...LISTED,
  phoneNumber: 'text?',
  control: 'text?',
  'notify.is_send': 'flag',
  'notify.last_send_at': 'text',
  'notify.count': 'whole',
} as const;
const NUMBER = { number: 'whole', value: 'number', value_gross: 'number', adult: 'flag' } as const;
const MESSAGE = { id: 'whole', from: 'whole', code: 'text', used: 'flag', send_at: 'moment' } as const;

export const TYPESCRIPT_3: OlderClient = {
  name: 'TypeScript library simpay-typescript-api (DirectBilling, SMS)',
  version: '3.1.0',
  source: 'https://github.com/SimPaypl/SimPay-API-TypeScript (8687c69)',
  baseUrlLocation: '`baseURL` in the constructors of its classes `DirectBilling` and `Sms`',
  notificationOptions: '`--amounts shortest --service-id-name service_id`',
  headers: (token) => ({ 'X-SIM-KEY': 'a-key', 'X-SIM-PASSWORD': token, 'X-SIM-VERSION': '3.1.0', 'X-SIM-PLATFORM': 'TYPESCRIPT' }),
  error: { message: 'text' },
  calls: [
    { name: 'list services', method: 'GET', path: '/directbilling/', reads: { ...withParentPath('data[]', DATED), ...PAGES } },
    {
      name: 'list services by page',
      method: 'GET',
      path: '/directbilling/?page=1&limit=100',
      reads: { ...withParentPath('data[]', DATED), ...PAGES },
    },
    { name: 'show a service', method: 'GET', path: '/directbilling/{db}', reads: withParentPath('data', DATED) },
    {
      name: 'calculate',
      method: 'GET',
      path: '/directbilling/{db}/calculate?amount=10',
      reads: { 'data.orange.net': 'number', 'data.orange.gross': 'number' },
    },
    {
      name: 'list transactions',
      method: 'GET',
      path: '/directbilling/{db}/transactions',
      reads: { ...withParentPath('data[]', LISTED), ...PAGES },
    },
    {
      name: 'show a new transaction',
      method: 'GET',
      path: '/directbilling/{db}/transactions/{dbNew}',
      reads: withParentPath('data', SHOWN),
    },
    {
      name: 'create a transaction',
      method: 'POST',
      path: '/directbilling/{db}/transactions',
      body: { amount: 10, amountType: 'gross', control: 'test', signature: 'a'.repeat(64) },
      reads: { success: 'flag', 'data.transactionId': 'text', 'data.redirectUrl': 'text' },
    },
    { name: 'list services', method: 'GET', path: '/sms/', reads: { ...withParentPath('data[]', DATED), ...PAGES } },
    { name: 'show a service', method: 'GET', path: '/sms/{sms}', reads: withParentPath('data', DATED) },
    {
      name: 'list transactions',
      method: 'GET',
      path: '/sms/{sms}/transactions',
      reads: { ...withParentPath('data[]', MESSAGE), ...PAGES },
    },
    { name: 'show a transaction', method: 'GET', path: '/sms/{sms}/transactions/{smsTx}', reads: withParentPath('data', MESSAGE) },
    {
      name: 'list numbers of a service',
      method: 'GET',
      path: '/sms/{sms}/numbers',
      reads: { ...withParentPath('data[]', NUMBER), ...PAGES },
    },
    { name: 'show a number of a service', method: 'GET', path: '/sms/{sms}/numbers/7055', reads: withParentPath('data', NUMBER) },
    { name: 'list numbers', method: 'GET', path: '/sms/numbers', reads: { ...withParentPath('data[]', NUMBER), ...PAGES } },
    { name: 'show a number', method: 'GET', path: '/sms/numbers/7055', reads: withParentPath('data', NUMBER) },
    {
      name: 'check a code',
      method: 'POST',
      path: '/sms/{sms}',
      body: { code: '{code}' },
      reads: withParentPath('data', { used: 'flag', code: 'text', used_at: 'moment?' }),
    },
  ],
};
