import { PAGES } from '../support/common-reads.js';
import { type OlderClient, withParentPath } from '../support/older-client.js';

const LISTED = {
  id: 'text',
  status: 'text',
  value: 'number',
  value_netto: 'number',
  operator: 'text',
  created_at: 'moment',
  updated_at: 'moment',
} as const;
const NUMBER = { number: 'whole', value: 'number', value_net: 'number', adult: 'flag' } as const;
const PAYMENT = {
  id: 'text',
  payer_transaction_id: 'text',
  'amount.value': 'number',
  'amount.commission_currency': 'text',
  redirect: 'object',
  customer: 'object',
  expires_at: 'moment',
  paid_at: 'moment',
} as const;

export const DART: OlderClient = {
  name: 'Dart SDK simpay_dart',
  version: '1.0.0',
  source: 'https://github.com/notnwse/simpay.dart (a8fd578)',
  baseUrlLocation: '`SimPayClient(basePathOverride: …)`',
  notificationOptions: '– (it has no verifier)',
  headers: (token) => ({ Authorization: `Bearer ${token}` }),
  token: 'B',
  error: { success: 'flag', errorCode: 'text' },
  calls: [
    {
      name: 'list services',
      method: 'GET',
      path: '/directbilling',
      reads: { success: 'flag', ...withParentPath('data[]', { id: 'text', suffix: 'text', created_at: 'moment' }), ...PAGES },
    },
    {
      name: 'list transactions',
      method: 'GET',
      path: '/directbilling/{db}/transactions',
      reads: { ...withParentPath('data[]', LISTED), ...PAGES },
    },
    {
      name: 'show a paid transaction',
      method: 'GET',
      path: '/directbilling/{db}/transactions/{dbPaid}',
      reads: withParentPath('data', { ...LISTED, 'notify.last_send_at': 'moment' }),
    },
    {
      name: 'show a new transaction',
      method: 'GET',
      path: '/directbilling/{db}/transactions/{dbNew}',
      reads: withParentPath('data', { ...LISTED, 'notify.last_send_at': 'moment', operator: 'one of orange play plus t-mobile?' }),
      brokenBecause:
        'if no operator is chosen, it expects null in a transaction and a text in a list, but other clients of tier B need a text in both',
    },
    {
      name: 'create a transaction',
      method: 'POST',
      path: '/directbilling/{db}/transactions',
      body: { amount: 5 },
      reads: { success: 'flag', 'data.transactionId': 'text', 'data.redirectUrl': 'text' },
    },
    { name: 'list numbers', method: 'GET', path: '/sms/numbers', reads: { ...withParentPath('data[]', NUMBER), ...PAGES } },
    { name: 'show a number', method: 'GET', path: '/sms/numbers/7055', reads: withParentPath('data', NUMBER) },
    {
      name: 'list transactions',
      method: 'GET',
      path: '/sms/{sms}/transactions',
      reads: { ...withParentPath('data[]', { id: 'whole', send_number: 'whole', send_at: 'moment' }), ...PAGES },
    },
    {
      name: 'check a code',
      method: 'POST',
      path: '/sms/{sms}',
      body: { code: '{code}' },
      reads: withParentPath('data', { used: 'flag', from: 'whole', number: 'whole', value: 'number' }),
    },
    {
      name: 'create a payment',
      method: 'POST',
      path: '/payment/{pay}/transactions',
      body: { amount: 5 },
      reads: { success: 'flag', 'data.transactionId': 'text', 'data.redirectUrl': 'text' },
    },
    { name: 'show a paid payment', method: 'GET', path: '/payment/{pay}/transactions/{payPaid}', reads: withParentPath('data', PAYMENT) },
    {
      name: 'show an open payment',
      method: 'GET',
      path: '/payment/{pay}/transactions/{payOpen}',
      reads: withParentPath('data', PAYMENT),
      brokenBecause: 'needs the time of payment before the payment is paid, but an invented time would mean that it is paid',
    },
    {
      name: 'list channels',
      method: 'GET',
      path: '/payment/{pay}/channels',
      reads: withParentPath('data[]', { id: 'text', amount: 'list' }),
      brokenBecause: 'expects the limits of a channel as a list, but they are an object',
    },
    {
      name: 'list currencies',
      method: 'GET',
      path: '/payment/{pay}/currencies',
      reads: withParentPath('data[]', { iso: 'text', pln_rate: 'text', nbp_table: 'text' }),
    },
    {
      name: 'pay with a BLIK code',
      method: 'POST',
      path: '/payment/{pay}/blik/level0/{level0}',
      body: { ticket: { T6: '777123' } },
      reads: {},
    },
    {
      name: 'read why a BLIK code was rejected',
      method: 'POST',
      path: '/payment/{pay}/blik/level0/{level0}',
      body: { ticket: { T6: '000001' } },
      status: 400,
      reads: { success: 'flag', errorCode: 'one of INVALID_BLIK_CODE', message: 'text' },
    },
  ],
};
