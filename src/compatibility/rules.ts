import type { ResponseRule, Call, RequestRule } from './rule.js';
import * as blik from './shapes/blik.js';
import * as directBilling from './shapes/direct-billing.js';
import * as paymentRequests from './shapes/payment-requests.js';
import * as payments from './shapes/payments.js';
import * as sms from './shapes/sms.js';

const NUMBER_LISTS: readonly Call[] = ['GET /sms/numbers', 'GET /sms/:serviceId/numbers'];
const NUMBERS: readonly Call[] = [...NUMBER_LISTS, 'GET /sms/numbers/:number', 'GET /sms/:serviceId/numbers/:number'];
const TRANSACTIONS = '/directbilling/:serviceId/transactions';
const PAYMENTS = '/payment/:serviceId/transactions';
const LEVEL0 = 'POST /payment/:serviceId/blik/level0/:transactionId';

/**
 * Rules for older clients: these change the strict response, and `REQUEST_RULES` change the request before validation.
 * Errors (row 1) and authentication (row 3) concern every call. Their code is in `shapes/errors.ts` and `request-fixups.ts`.
 */
export const RESPONSE_RULES: readonly ResponseRule[] = [
  {
    row: '2',
    tier: 'A',
    calls: NUMBERS,
    why: 'All of them read the net price under `value`; the gross one some under `value_gross`, some under `value_net`.',
    record: sms.pricedNumber,
  },
  {
    row: '3',
    tier: 'A',
    calls: [`POST ${TRANSACTIONS}`],
    why: 'The PHP library reads names with underscores and throws without them.',
    record: directBilling.createdTransaction,
  },
  {
    row: '4',
    tier: 'A',
    calls: [`GET ${TRANSACTIONS}/:transactionId`],
    why: 'Laravel and Java read `value_net` and what the transaction was created with; PHP reads `phone_number`.',
    needs: 'created',
    record: directBilling.shownTransaction,
  },
  {
    row: '5',
    tier: 'A',
    calls: ['GET /directbilling/:serviceId/calculate'],
    why: 'Laravel reads the fifth operator, which is no more, and a missing key is an exception there.',
    record: directBilling.calculation,
  },
  {
    row: '6',
    tier: 'A',
    calls: ['POST /sms/:serviceId'],
    why: 'Python makes an SMS transaction of the answer and throws without its id and time.',
    needs: 'message',
    record: sms.checkedCode,
  },
  {
    row: '6a',
    tier: 'A',
    calls: ['GET /sms', 'GET /sms/:serviceId'],
    why: 'PHP reads `description` of every service; where warnings are exceptions a missing key is one.',
    record: sms.describedService,
  },
  {
    row: '8',
    tier: 'B',
    calls: [`GET ${TRANSACTIONS}`, `GET ${TRANSACTIONS}/:transactionId`],
    why: 'The types of PHP, Python, Kotlin and Java know neither an operator nor a time that is null.',
    record: directBilling.withoutNulls,
  },
  {
    row: '9a',
    tier: 'A',
    calls: [`POST ${PAYMENTS}`],
    why: 'Some take any status but 201 for a failure, PrestaShop’s plugin 1.1 among them; all others take any of the 2xx.',
    status: 201,
  },
  {
    row: '9b',
    tier: 'A',
    calls: [`GET ${PAYMENTS}/:transactionId`],
    why: 'Laravel reads the commission of a payment that is not paid yet; Java and TypeScript read `redirects`.',
    record: payments.shownPayment,
  },
  {
    row: '9c',
    tier: 'B',
    calls: [`GET ${PAYMENTS}/:transactionId`],
    why: 'The types of PHP know no null for channel, e-mail, commission and the texts of a cart, and read all keys of an address.',
    record: payments.paymentWithoutNulls,
  },
  {
    row: '9d',
    tier: 'B',
    calls: [`GET ${PAYMENTS}`],
    why: 'The types of PHP know no null in a list of payments.',
    record: payments.listedWithoutNulls,
  },
  {
    row: '9e',
    tier: 'B',
    calls: ['GET /payment/:serviceId/channels'],
    why: 'PHP reads the pagination of every list and throws without it.',
    body: payments.onOnePage,
  },
  {
    row: '9f',
    tier: 'A',
    calls: ['GET /payment/:serviceId/currencies'],
    why: 'Java reads the day of a rate as a moment and throws on a day alone.',
    record: payments.withMidnightOfDay,
  },
  {
    row: '9g',
    tier: 'A',
    calls: [LEVEL0],
    why: 'The PHP e-commerce package takes the key of an app, where several know an alias, for a whole number.',
    error: blik.choiceOfApps,
  },
];

export const REQUEST_RULES: readonly RequestRule[] = [
  {
    row: '2',
    tier: 'A',
    calls: NUMBER_LISTS,
    why: 'Two libraries know no pages here, and would not see the last numbers.',
    query: sms.withMaxPageSize,
  },
  {
    row: '6',
    tier: 'A',
    calls: ['POST /sms/:serviceId'],
    why: 'Forms and PHP hand the number on as text.',
    body: sms.numberFromText,
  },
  {
    row: '7',
    tier: 'A',
    calls: [`POST ${TRANSACTIONS}`],
    why: 'PHP writes these names; ignored, a net amount would become a gross one. A description is shortened to what is kept.',
    body: directBilling.creation,
  },
  {
    row: '7',
    tier: 'A',
    calls: [`GET ${TRANSACTIONS}`],
    why: 'PHP writes this name.',
    query: directBilling.listQuery,
  },
  {
    row: '9i',
    tier: 'A',
    calls: [`POST ${PAYMENTS}`],
    why: 'PHP writes `postal_code` and `channel_types`; the shop plugins `unitPrice`, leave out what is empty, send ids as numbers, and names, addresses and descriptions of any length, which are shortened to what is kept.',
    body: paymentRequests.payment,
  },
  {
    row: '9g',
    tier: 'A',
    calls: [LEVEL0],
    why: 'The PHP e-commerce package sends the key of the app that was chosen as a number.',
    body: blik.chosenApp,
  },
];
