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
 * Rules for older clients: these change the strict response, and `REQUEST_RULES` change the request before validation. What concerns every
 * call is not in the two lists: errors are changed in `shapes/errors.ts`, and passwords and paths in `request-fixups.ts`.
 */
export const RESPONSE_RULES: readonly ResponseRule[] = [
  {
    row: '2',
    tier: 'A',
    calls: NUMBERS,
    why: 'All of these clients read the net price as `value`. Some read the gross price as `value_gross`, others as `value_net`.',
    record: sms.withOlderPriceKeys,
  },
  {
    row: '3',
    tier: 'A',
    calls: [`POST ${TRANSACTIONS}`],
    why: 'The PHP library reads names with underscores and throws without them.',
    record: directBilling.withUnderscoreKeys,
  },
  {
    row: '4',
    tier: 'A',
    calls: [`GET ${TRANSACTIONS}/:transactionId`],
    why: 'Laravel and Java read `value_net` and the amount of the create request; PHP reads `phone_number`.',
    needs: 'created',
    record: directBilling.withOlderTransactionKeys,
  },
  {
    row: '5',
    tier: 'A',
    calls: ['GET /directbilling/:serviceId/calculate'],
    why: 'Laravel reads the price at a fifth operator, which the gateway no longer offers, and throws when the key is missing.',
    record: directBilling.withNetiaPrice,
  },
  {
    row: '6',
    tier: 'A',
    calls: ['POST /sms/:serviceId'],
    why: 'Python reads the response as an SMS transaction and throws when id and time are missing.',
    needs: 'message',
    record: sms.withMessageData,
  },
  {
    row: '6a',
    tier: 'A',
    calls: ['GET /sms', 'GET /sms/:serviceId'],
    why: 'PHP reads `description` of each service; a missing key is a warning, which some programs turn into an exception.',
    record: sms.withDescription,
  },
  {
    row: '8',
    tier: 'B',
    calls: [`GET ${TRANSACTIONS}`, `GET ${TRANSACTIONS}/:transactionId`],
    why: 'The types of PHP, Python, Kotlin and Java allow no null as the operator and as the time.',
    record: directBilling.withoutNulls,
  },
  {
    row: '9a',
    tier: 'A',
    calls: [`POST ${PAYMENTS}`],
    why: 'Some clients, such as PrestaShop’s plugin 1.1, treat any status but 201 as a failure; all others accept any 2xx.',
    status: 201,
  },
  {
    row: '9b',
    tier: 'A',
    calls: [`GET ${PAYMENTS}/:transactionId`],
    why: 'Laravel reads the commission of a payment that is not paid yet; Java and TypeScript read `redirects`.',
    record: payments.withOlderPaymentKeys,
  },
  {
    row: '9c',
    tier: 'B',
    calls: [`GET ${PAYMENTS}/:transactionId`],
    why: 'The types of PHP allow no null as channel, e-mail, commission and texts of a cart, and need all keys of an address.',
    record: payments.paymentWithoutNulls,
  },
  {
    row: '9d',
    tier: 'B',
    calls: [`GET ${PAYMENTS}`],
    why: 'The types of PHP allow no null in a list of payments.',
    record: payments.listedPaymentWithoutNulls,
  },
  {
    row: '9e',
    tier: 'B',
    calls: ['GET /payment/:serviceId/channels'],
    why: 'PHP reads the pagination of every list and throws without it.',
    body: payments.withSinglePage,
  },
  {
    row: '9f',
    tier: 'A',
    calls: ['GET /payment/:serviceId/currencies'],
    why: 'Java reads the day of a rate as a date with a time and throws when the time is missing.',
    record: payments.withMidnightOfDay,
  },
  {
    row: '9g',
    tier: 'A',
    calls: [LEVEL0],
    why: 'When several apps have an alias registered, the PHP e-commerce package reads the key of an app as a whole number.',
    error: blik.withNumericAppKeys,
  },
];

export const REQUEST_RULES: readonly RequestRule[] = [
  {
    row: '2',
    tier: 'A',
    calls: NUMBER_LISTS,
    why: 'Two libraries read only the first page, which would not contain the last numbers.',
    query: sms.withMaxPageSize,
  },
  {
    row: '6',
    tier: 'A',
    calls: ['POST /sms/:serviceId'],
    why: 'Forms and PHP send the number as text.',
    body: sms.numberFromText,
  },
  {
    row: '7',
    tier: 'A',
    calls: [`POST ${TRANSACTIONS}`],
    why: 'PHP sends these names; if they were ignored, a net amount would become a gross one. A description that is too long is shortened.',
    body: directBilling.translateCreateRequest,
  },
  {
    row: '7',
    tier: 'A',
    calls: [`GET ${TRANSACTIONS}`],
    why: 'PHP sends this name.',
    query: directBilling.translateListQuery,
  },
  {
    row: '9i',
    tier: 'A',
    calls: [`POST ${PAYMENTS}`],
    why: 'PHP sends `postal_code` and `channel_types`. Shop plugins send `unitPrice`, leave out empty values, send ids as numbers, and send names, addresses and descriptions that are too long and are shortened.',
    body: paymentRequests.translatePaymentRequest,
  },
  {
    row: '9g',
    tier: 'A',
    calls: [LEVEL0],
    why: 'The PHP e-commerce package sends the key of the app that was chosen as a number.',
    body: blik.withAppKeyAsText,
  },
];
