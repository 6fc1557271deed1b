import type { ResponseRule, Call, RequestRule } from './rule.js';
import * as blik from './shapes/blik.js';
import * as directBilling from './shapes/direct-billing.js';
import * as paymentRequests from './shapes/payment-requests.js';
import * as payments from './shapes/payments.js';
import * as sms from './shapes/sms.js';

const NUMBER_LISTS: readonly Call[] = ['GET /sms/numbers', 'GET /sms/:serviceId/numbers'];
const NUMBER_CALLS: readonly Call[] = [...NUMBER_LISTS, 'GET /sms/numbers/:number', 'GET /sms/:serviceId/numbers/:number'];
const PHONE_BILLS = '/directbilling/:serviceId/transactions';
const PAYMENTS = '/payment/:serviceId/transactions';
const LEVEL0 = 'POST /payment/:serviceId/blik/level0/:transactionId';

/**
 * Rules for older clients, in the order of the table in docs/compatibility.md, whose first table says which client libraries are meant by PHP,
 * Laravel, Java, Python and Kotlin. These rules change the strict response, and `REQUEST_RULES` change the request before validation. What
 * concerns every call is not in the two lists: errors are changed in `shapes/errors.ts`, and passwords and paths in `request-fixups.ts`.
 */
export const RESPONSE_RULES: readonly ResponseRule[] = [
  {
    row: '2',
    tier: 'A',
    calls: NUMBER_CALLS,
    why: 'All of these clients read the net price as `value`. Some read the gross price as `value_gross`, others as `value_net`.',
    changeRecord: sms.withOlderPriceKeys,
  },
  {
    row: '3',
    tier: 'A',
    calls: [`POST ${PHONE_BILLS}`],
    why: 'The PHP library reads names with underscores and throws without them.',
    changeRecord: directBilling.withUnderscoreKeys,
  },
  {
    row: '4',
    tier: 'A',
    calls: [`GET ${PHONE_BILLS}/:transactionId`],
    why: 'Laravel and Java read `value_net` and the amount of the create request. PHP reads `phone_number`.',
    neededFacts: 'created',
    changeRecord: directBilling.withOlderTransactionKeys,
  },
  {
    row: '5',
    tier: 'A',
    calls: ['GET /directbilling/:serviceId/calculate'],
    why: 'Laravel reads the price at a fifth operator, which the gateway no longer offers, and throws when the key is missing.',
    changeRecord: directBilling.withNetiaPrice,
  },
  {
    row: '6',
    tier: 'A',
    calls: ['POST /sms/:serviceId'],
    why: 'Python reads the response as an SMS transaction and throws when id and time are missing.',
    neededFacts: 'message',
    changeRecord: sms.withMessageData,
  },
  {
    row: '6a',
    tier: 'A',
    calls: ['GET /sms', 'GET /sms/:serviceId'],
    why: 'PHP reads `description` of each service. A missing key is a warning, which some programs turn into an exception.',
    changeRecord: sms.withDescription,
  },
  {
    row: '8',
    tier: 'B',
    calls: [`GET ${PHONE_BILLS}`, `GET ${PHONE_BILLS}/:transactionId`],
    why: 'The types of PHP, Python, Kotlin and Java allow no null as the operator and as the time.',
    changeRecord: directBilling.withoutNulls,
  },
  {
    row: '9a',
    tier: 'A',
    calls: [`POST ${PAYMENTS}`],
    why: 'Some clients, such as PrestaShop’s plugin 1.1, treat any status but 201 as a failure. All others accept any 2xx.',
    status: 201,
  },
  {
    row: '9b',
    tier: 'A',
    calls: [`GET ${PAYMENTS}/:transactionId`],
    why: 'Laravel reads the commission of a payment that is not paid yet. Java and TypeScript read `redirects`.',
    changeRecord: payments.withOlderPaymentKeys,
  },
  {
    row: '9c',
    tier: 'B',
    calls: [`GET ${PAYMENTS}/:transactionId`],
    why: 'The types of PHP allow no null as channel, e-mail, commission and texts of a cart, and need all keys of an address.',
    changeRecord: payments.paymentWithoutNulls,
  },
  {
    row: '9d',
    tier: 'B',
    calls: [`GET ${PAYMENTS}`],
    why: 'The types of PHP allow no null in a list of payments.',
    changeRecord: payments.listedPaymentWithoutNulls,
  },
  {
    row: '9e',
    tier: 'B',
    calls: ['GET /payment/:serviceId/channels'],
    why: 'PHP reads the pagination of every list and throws without it.',
    changeBody: payments.withSinglePage,
  },
  {
    row: '9f',
    tier: 'A',
    calls: ['GET /payment/:serviceId/currencies'],
    why: 'Java reads the day of a rate as a date with a time and throws when the time is missing.',
    changeRecord: payments.withMidnightOfDay,
  },
  {
    row: '9g',
    tier: 'A',
    calls: [LEVEL0],
    why: 'When several apps have an alias registered, the PHP e-commerce package reads the key of an app as a whole number.',
    changeError: blik.withNumericAppKeys,
  },
];

export const REQUEST_RULES: readonly RequestRule[] = [
  {
    row: '2',
    tier: 'A',
    calls: NUMBER_LISTS,
    why: 'Two libraries read only the first page, which would not contain the last numbers.',
    changeQuery: sms.withMaxPageSize,
  },
  {
    row: '6',
    tier: 'A',
    calls: ['POST /sms/:serviceId'],
    why: 'Forms and PHP send the number as text.',
    changeBody: sms.numberFromText,
  },
  {
    row: '7',
    tier: 'A',
    calls: [`POST ${PHONE_BILLS}`],
    why: 'PHP sends these names. Without the rule, a net amount would become a gross amount. A description that is too long is shortened.',
    changeBody: directBilling.translateCreateRequest,
  },
  {
    row: '7',
    tier: 'A',
    calls: [`GET ${PHONE_BILLS}`],
    why: 'PHP sends this name.',
    changeQuery: directBilling.translateListQuery,
  },
  {
    row: '9i',
    tier: 'A',
    calls: [`POST ${PAYMENTS}`],
    why: 'PHP sends `postal_code` and `channel_types`. Shop plugins send `unitPrice`, leave out empty values, send ids as numbers, and send names, addresses and descriptions that are too long and are shortened.',
    changeBody: paymentRequests.translatePaymentRequest,
  },
  {
    row: '9g',
    tier: 'A',
    calls: [LEVEL0],
    why: 'The PHP e-commerce package sends the key of the app that was chosen as a number.',
    changeBody: blik.withAppKeyAsText,
  },
];
