import { FULL_REQUEST } from '../../payments/support/full-request.js';
import { PHONE } from '../../sms/sms-shop.js';
import type { Ids } from '../../support/areas.js';
import { dateInYears } from '../../support/days-ahead.js';

type Fields = Record<string, unknown>;

const MESSAGE = ({ code = '', keyword = '' }: Ids): Fields => ({
  id: `fuzz-${code}`,
  from: PHONE,
  to: '7055',
  text: keyword,
  time: '2026-01-01 12:00:00',
});

/** A valid body for each POST or DELETE. A request that differs from it in few members passes the first checks of the route. */
export const VALID_BODIES: Readonly<Record<string, (ids: Ids) => Fields>> = {
  'POST /directbilling/:serviceId/transactions': () => ({
    amount: 12.3,
    amountType: 'net',
    description: 'A golden sword',
    control: 'fuzz',
    returns: { success: 'https://shop.example/paid', failure: null },
    phoneNumber: PHONE,
    steamid: '76561198000000000',
  }),
  'POST /sms/:serviceId': ({ code }) => ({ code, number: 7055 }),
  'POST /payment/:serviceId/transactions': () => FULL_REQUEST,
  'POST /payment/:serviceId/transactions/:transactionId/refunds': () => ({ amount: 0.01 }),
  'POST /payment/:serviceId/links': () => ({
    amount: null,
    minAmount: 5,
    maxAmount: 50.5,
    currency: 'PLN',
    description: 'A golden sword',
    control: 'fuzz',
    expiresAt: dateInYears(4),
    singleUse: true,
  }),
  'DELETE /payment/:serviceId/links/:linkId': () => ({}),
  'POST /payment/:serviceId/blik/level0/:transactionId': ({ aliasId }) => ({
    ticket: { T6: '555123' },
    alias: { uuid: aliasId, value: 'fuzz', type: 'UID', label: 'Fuzz', blik_id: 'app' },
  }),
  'POST /payment/:serviceId/blik/subscriptions': ({ unpaidTransactionId }) => ({
    transactionId: unpaidTransactionId,
    ticket: { T6: '555123' },
    alias: { value: 'fuzz', type: 'PAYID', label: 'Fuzz' },
    options: {
      model: 'A',
      currency: 'PLN',
      amountLimitPerTransaction: 10,
      amountLimitTotal: 120,
      transactionsCountLimit: 12,
      frequency: '1M',
      initiationDate: dateInYears(3),
      expiresAt: `${dateInYears(4)}T00:00:00Z`,
    },
    descriptions: { line1: 'fuzz', line2: 'fuzz', line3: null },
  }),
  'POST /payment/:serviceId/blik/subscriptions/:subscriptionId/autopayment': ({ unpaidTransactionId }) => ({
    transactionId: unpaidTransactionId,
    attempt: 0,
    descriptions: { line1: 'fuzz', line2: null, line3: null },
    alias: { label: 'Fuzz', noDelay: true },
  }),
  'DELETE /payment/:serviceId/blik/aliases': ({ aliasId }) => ({ uuid: aliasId, reason: 'fuzz' }),
  'DELETE /payment/:serviceId/blik/aliases/:aliasId': () => ({ reason: 'fuzz' }),
  'POST /connectors/sms/inbound': MESSAGE,
  'POST /connectors/channels/:account/reports': ({ attemptReference }) => ({
    event: 'fuzz',
    kind: 'payment',
    reference: attemptReference,
    state: 'PAID',
  }),
  'POST /connectors/directbilling/:operator/reports': ({ chargeReference }) => ({
    reportId: 'fuzz',
    chargeReference,
    result: 'BOOKED',
    cause: 'NO_FUNDS',
  }),
  'POST /pay/link/:token': () => ({ amount: '12,30' }),
  'POST /pay/:transactionId/method': () => ({ channel: 'blik', code: '123456' }),
  'POST /pay/:transactionId/code': () => ({ code: '123456' }),
  'POST /pay/:transactionId/leave': () => ({}),
  'POST /pay/:transactionId/cancel': () => ({}),
  'POST /pay/:transactionId/extend': () => ({}),
  'POST /pay/:transactionId/return': () => ({}),
  'POST /pay/:transactionId/app': () => ({ app: '0' }),
  'POST /pay/:transactionId/agree': () => ({ code: '123456', seen: 'fuzz' }),
  'POST /pay/:transactionId/charge': () => ({}),
  'POST /pay/:transactionId/refuse': () => ({}),
  'POST /pay/agreements/:subscriptionId/:signature/end': () => ({}),
  'POST /pay/directbilling/:transactionId/number': () => ({ operator: 'orange', phone: PHONE }),
  'POST /pay/directbilling/:transactionId/code': () => ({ code: '123456' }),
  'POST /pay/directbilling/:transactionId/resend': () => ({}),
  'POST /pay/directbilling/:transactionId/change': () => ({}),
  'POST /pay/directbilling/:transactionId/extend': () => ({}),
};

const FILTERS: Readonly<Record<string, (ids: Ids) => Fields>> = {
  '/directbilling/:serviceId/transactions': () => ({
    'filter[status]': 'transaction_db_new',
    'filter[phoneNumber]': PHONE,
    'filter[control]': 'fuzz',
    'filter[from]': '2026-01-01T00:00:00+01:00',
    'filter[to]': '2099-01-01T00:00:00Z',
  }),
  '/payment/:serviceId/transactions': () => ({
    'filter[status]': 'transaction_new',
    'filter[control]': 'fuzz',
    'filter[channel]': 'mbank',
    'filter[from]': '2026-01-01T00:00:00+01:00',
    'filter[to]': '2099-01-01T00:00:00Z',
  }),
  '/payment/:serviceId/links': () => ({
    'filter[status]': 'link_active',
    'filter[control]': 'fuzz',
    'filter[from]': '2026-01-01T00:00:00+01:00',
    'filter[to]': '2099-01-01T00:00:00Z',
  }),
  '/payment/:serviceId/subscriptions': ({ subscriptionId }) => ({
    'filter[status]': 'subscription_pending',
    'filter[mode]': 'BLIK',
    'filter[uuid]': subscriptionId,
    'filter[from]': '2026-01-01T00:00:00+01:00',
    'filter[to]': '2099-01-01T00:00:00Z',
  }),
  '/payment/:serviceId/blik/aliases': ({ aliasId }) => ({
    'filter[status]': 'alias_active',
    'filter[type]': 'UID',
    'filter[uuid]': aliasId,
    'filter[value]': 'fuzz',
    'filter[from]': '2026-01-01T00:00:00+01:00',
    'filter[to]': '2099-01-01T00:00:00Z',
  }),
  '/sms/:serviceId/transactions': ({ code }) => ({
    'filter[from]': PHONE,
    'filter[code]': code,
    'filter[used]': 'true',
    'filter[send_number]': '7055',
    'filter[created_from]': '2026-01-01T00:00:00+01:00',
    'filter[created_to]': '2099-01-01T00:00:00Z',
  }),
  '/wallet/entries': () => ({
    day: '2026-11-21',
    after: '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607:1',
    'filter[from]': '2026-01-01T00:00:00+01:00',
    'filter[to]': '2099-01-01T00:00:00Z',
  }),
  '/events': () => ({ after: '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607', type: 'ipn:test' }),
};

/** The query parameters of each GET. All are optional, except those of an SMS message and the amount of a calculation. */
export const VALID_QUERIES: Readonly<Record<string, (ids: Ids) => Fields>> = {
  'GET /connectors/sms/inbound': MESSAGE,
  'GET /directbilling/:serviceId/calculate': () => ({ amount: '200' }),
  ...Object.fromEntries(Object.entries(FILTERS).map(([path, fields]) => [`GET ${path}`, fields])),
};
