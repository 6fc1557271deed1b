import { type OlderClient, under } from '../support/older-client.js';

export const JAVA: OlderClient = {
  name: 'Java SDK simpay-java-sdk',
  version: '1.4.19',
  source: 'https://github.com/ZaliczTo-PL/simpay-java-sdk (7637a59)',
  headers: (token) => ({
    Authorization: `Bearer ${token}`,
    Accept: 'application/json',
    'X-SIM-VERSION': '1.4.19',
    'X-SIM-PLATFORM': 'JAVA',
  }),
  error: { message: 'text', errorCode: 'text', errors: 'object' },
  calls: [
    { name: 'calculate', method: 'GET', path: '/directbilling/{db}/calculate?amount=10', reads: { 'data.orange': 'object?' } },
    {
      name: 'create a transaction',
      method: 'POST',
      path: '/directbilling/{db}/transactions',
      body: { amount: 5, amountType: 'gross' },
      reads: { 'data.redirectUrl': 'text', 'data.transactionId': 'text' },
    },
    {
      name: 'show a new transaction',
      method: 'GET',
      path: '/directbilling/{db}/transactions/{dbNew}',
      reads: under('data', {
        value_net: 'number',
        value_created: 'number',
        value_created_type: 'one of Gross Net Required',
        operator: 'text?',
        'notify.last_send_at': 'moment?',
      }),
    },
    {
      name: 'list numbers of a service',
      method: 'GET',
      path: '/sms/{sms}/numbers?limit=99',
      reads: under('data[]', { number: 'whole', value: 'number', value_gross: 'number', adult: 'flag' }),
    },
    {
      name: 'check a code',
      method: 'POST',
      path: '/sms/{sms}',
      body: { code: '{code}' },
      reads: under('data', { used: 'flag', code: 'text', test: 'flag', used_at: 'moment?' }),
    },
    {
      name: 'create a payment',
      method: 'POST',
      path: '/payment/{pay}/transactions',
      body: { amount: 12.3, currency: 'PLN', channelTypes: { blik: true, transfer: true } },
      reads: { 'data.redirectUrl': 'text', 'data.transactionId': 'text' },
    },
    {
      name: 'show an open payment',
      method: 'GET',
      path: '/payment/{pay}/transactions/{payOpen}',
      reads: under('data', {
        'amount.value': 'number',
        'amount.commission': 'number?',
        redirects: 'object',
        paid_at: 'moment?',
        created_at: 'moment',
        payer_transaction_id: 'text',
      }),
    },
    {
      name: 'list channels',
      method: 'GET',
      path: '/payment/{pay}/channels',
      reads: under('data[]', { id: 'text', commission: 'number', currencies: 'list' }),
    },
    {
      name: 'list currencies',
      method: 'GET',
      path: '/payment/{pay}/currencies',
      reads: under('data[]', { iso: 'text', pln_rate: 'text', updated_at: 'moment' }),
    },
  ],
};
