import { type OlderClient, under } from '../support/older-client.js';

const DB_STATUS = 'one of transaction_db_new transaction_db_confirmed transaction_db_payed transaction_db_rejected';
const SHOWN = {
  id: 'text',
  status: DB_STATUS,
  phoneNumber: 'text|null',
  control: 'text?',
  value: 'number',
  value_net: 'number',
  value_created: 'number',
  value_created_type: 'one of Gross Net Required',
  operator: 'one of orange play plus t-mobile|null',
  'notify.is_send': 'flag',
  'notify.last_send_at': 'moment|null',
  'notify.count': 'whole?',
  score: 'number?',
  created_at: 'moment',
  updated_at: 'moment',
} as const;
const PAYMENT = {
  id: 'text',
  status:
    'one of transaction_new transaction_generated transaction_confirmed transaction_paid transaction_failure transaction_expired transaction_refunded',
  'amount.value': 'number',
  'amount.currency': 'text',
  'amount.commission': 'number|null',
  'amount.commission_currency': 'text|null',
  channel: 'text?',
  control: 'text?',
  description: 'text?',
  redirect: 'object?',
  customer: 'object?',
  billing: 'object?',
  paid_at: 'moment|null',
  expires_at: 'moment|null',
  created_at: 'moment|null',
  updated_at: 'moment|null',
  payer_transaction_id: 'text',
} as const;
const NUMBER = { number: 'whole', value: 'number', value_gross: 'number', adult: 'flag' } as const;
const CODE = { used: 'flag', code: 'text', test: 'flag', from: 'whole', number: 'whole', value: 'number', used_at: 'moment?' } as const;
const CHANNEL = {
  id: 'text',
  name: 'text',
  type: 'text',
  img: 'text',
  commission: 'number|null',
  currencies: 'list',
  'amount.min': 'number',
  'amount.max': 'number',
} as const;
const CURRENCY = {
  iso: 'text',
  pln_rate: 'text',
  nbp_table: 'text|null',
  prefix: 'text|null',
  suffix: 'text|null',
  updated_at: 'text',
} as const;

export const LARAVEL: OlderClient = {
  name: 'Laravel package',
  version: '1.4.4',
  source: 'https://github.com/SimPaypl/simpay-laravel (064dbb0)',
  headers: (token) => ({
    Authorization: `Bearer ${token}`,
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'X-SIM-VERSION': '1.4.4',
    'X-SIM-PLATFORM': 'PHP-LARAVEL',
  }),
  error: { message: 'text', errorCode: 'text', errors: 'object' },
  calls: [
    {
      name: 'calculate',
      method: 'GET',
      path: '/directbilling/{db}/calculate?amount=10',
      reads: {
        'data.orange': 'object|null',
        'data.play': 'object|null',
        'data.t-mobile': 'object|null',
        'data.plus': 'object|null',
        'data.netia': 'object|null',
      },
    },
    {
      name: 'create a transaction',
      method: 'POST',
      path: '/directbilling/{db}/transactions',
      body: {
        amount: 5,
        amountType: 'gross',
        control: 'order-1',
        returns: { success: 'https://shop.example/ok', failure: null },
        email: 'jan@example.com',
      },
      reads: { 'data.redirectUrl': 'text', 'data.transactionId': 'text' },
    },
    { name: 'show a new transaction', method: 'GET', path: '/directbilling/{db}/transactions/{dbNew}', reads: under('data', SHOWN) },
    { name: 'show a paid transaction', method: 'GET', path: '/directbilling/{db}/transactions/{dbPaid}', reads: under('data', SHOWN) },
    { name: 'list numbers of a service', method: 'GET', path: '/sms/{sms}/numbers?limit=99', reads: under('data[]', NUMBER) },
    { name: 'check a code', method: 'POST', path: '/sms/{sms}', body: { code: '{code}', number: 7055 }, reads: under('data', CODE) },
    {
      name: 'create a payment',
      method: 'POST',
      path: '/payment/{pay}/transactions',
      body: {
        amount: 12.3,
        currency: 'PLN',
        customer: { name: null, email: 'jan@example.com', ip: null, countryCode: null },
        antifraud: { useragent: null, steamid: null, mcusername: null, mcid: null, systemId: '7' },
      },
      reads: { 'data.redirectUrl': 'text', 'data.transactionId': 'text' },
    },
    { name: 'show an open payment', method: 'GET', path: '/payment/{pay}/transactions/{payOpen}', reads: under('data', PAYMENT) },
    { name: 'show a paid payment', method: 'GET', path: '/payment/{pay}/transactions/{payPaid}', reads: under('data', PAYMENT) },
    {
      name: 'show a cancelled payment',
      method: 'GET',
      path: '/payment/{pay}/transactions/{payCancelled}',
      reads: under('data', PAYMENT),
      broken: 'knows no payment that is cancelled or held, and throws when it meets one',
    },
    { name: 'list channels', method: 'GET', path: '/payment/{pay}/channels', reads: under('data[]', CHANNEL) },
    { name: 'list currencies', method: 'GET', path: '/payment/{pay}/currencies', reads: under('data[]', CURRENCY) },
  ],
};
