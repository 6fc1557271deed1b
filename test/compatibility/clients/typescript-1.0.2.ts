import { type OlderClient, under } from '../support/older-client.js';

export const TYPESCRIPT_1: OlderClient = {
  name: 'TypeScript library @simpay/typescript',
  version: '1.0.2',
  source: 'https://github.com/SimPaypl/simpay-typescript (23e3cef)',
  headers: (token) => ({ Accept: 'application/json', Authorization: `Bearer ${token}` }),
  token: 'A',
  error: { message: 'text', code: 'text' },
  calls: [
    { name: 'list services', method: 'GET', path: '/directbilling', reads: { success: 'flag', data: 'list' } },
    {
      name: 'list transactions',
      method: 'GET',
      path: '/directbilling/{db}/transactions',
      reads: { success: 'flag', ...under('data[]', { id: 'text', operator: 'text|null' }) },
    },
    {
      name: 'show a transaction',
      method: 'GET',
      path: '/directbilling/{db}/transactions/{dbNew}',
      reads: { success: 'flag', 'data.id': 'text', 'data.phoneNumber': 'text|null', 'data.control': 'text|null' },
    },
    {
      name: 'create a transaction',
      method: 'POST',
      path: '/directbilling/{db}/transactions',
      body: { amount: 5, amountType: 'net' },
      reads: { 'data.transactionId': 'text', 'data.redirectUrl': 'text' },
    },
    { name: 'calculate', method: 'GET', path: '/directbilling/{db}/calculate?amount=5', reads: { success: 'flag', data: 'object' } },
    {
      name: 'list numbers',
      method: 'GET',
      path: '/sms/numbers',
      reads: { success: 'flag', ...under('data[]', { number: 'whole', value: 'number' }) },
    },
    { name: 'show a number', method: 'GET', path: '/sms/numbers/7055', reads: { success: 'flag', 'data.number': 'whole' } },
    {
      name: 'list numbers of a service',
      method: 'GET',
      path: '/sms/{sms}/numbers',
      reads: { success: 'flag', ...under('data[]', { number: 'whole' }) },
    },
    {
      name: 'check a code',
      method: 'POST',
      path: '/sms/{sms}',
      body: { code: '{code}', number: 7055 },
      reads: { success: 'flag', 'data.used': 'flag' },
    },
    {
      name: 'create a payment',
      method: 'POST',
      path: '/payment/{pay}/transactions',
      body: { amount: 12.5, currency: 'PLN', description: 'Order 1', customer: { email: 'jan@example.com', name: 'Jan' } },
      reads: { 'data.transactionId': 'text', 'data.redirectUrl': 'text' },
    },
    {
      name: 'show a payment',
      method: 'GET',
      path: '/payment/{pay}/transactions/{payPaid}',
      reads: { 'data.id': 'text', 'data.amount.value': 'number' },
    },
    {
      name: 'refund a payment',
      method: 'POST',
      path: '/payment/{pay}/transactions/{payPaid}/refunds',
      body: { amount: 1 },
      reads: { 'data.refund_id': 'text' },
    },
    {
      name: 'list refunds',
      method: 'GET',
      path: '/payment/{pay}/transactions/{payPaid}/refunds',
      reads: under('data[]', { id: 'text', status: 'text', amount: 'number' }),
    },
  ],
};
