interface ErrorDeclaration {
  status: number;
  /** When the API sends the code, and what the partner can do. */
  description: string;
}

/**
 * All error codes of the API. The OpenAPI document, `docs/errors.md` and the site's page of errors are generated from this record.
 * It also contains the codes of single products, because partners get one list.
 */
export const ERRORS = {
  MALFORMED_JSON: { status: 400, description: 'The body is not valid JSON. Send UTF-8 JSON.' },
  MALFORMED_REQUEST: { status: 400, description: 'The request is not valid HTTP, or its body is incomplete.' },
  SERVICE_NOT_ACTIVE: {
    status: 400,
    description:
      'The service is not active, or its partner is blocked, so what was agreed through it before cannot be charged. A new transaction through it is refused with 422 on `service`. Ask the operator of the gateway to activate it.',
  },
  WALLET_BALANCE_TOO_LOW: {
    status: 400,
    description:
      'The available part of the wallet is smaller than the value of the refund. Refund again when more has been earned, or less.',
  },
  REFUND_AMOUNT_TOO_HIGH: {
    status: 400,
    description: 'More is to be refunded than is left of the payment: refunds that are under way count.',
  },
  REFUND_NOT_SUPPORTED: { status: 400, description: 'The payment’s channel does not give this money back; `message` says why.' },
  TRANSACTION_NOT_NEW: { status: 400, description: 'The transaction is paid, has ended, or is past its time. Make a new one.' },
  ATTEMPT_IN_PROGRESS: {
    status: 400,
    description: 'The transaction is being paid right now. Wait for the outcome, which comes as a notification.',
  },
  CHANNEL_NOT_USABLE: {
    status: 400,
    description:
      'The transaction cannot be paid in this way; `message` says why. What is paid with a BLIK code or an alias is made with `directChannel` `blik-level0`, what a subscription begins with or is charged for with `blik-recurrent`.',
  },
  RECURRING_NOT_SUPPORTED: {
    status: 400,
    description: 'The service or its channel has no subscriptions of that kind; `message` says why.',
  },
  SUBSCRIPTION_NOT_ACTIVE: { status: 400, description: 'Only an active subscription can be charged. `message` says what it is.' },
  AMOUNT_NOT_CHARGEABLE: { status: 400, description: 'The transaction’s amount is 0, which only begins a subscription.' },
  AMOUNT_LIMIT_EXCEEDED: {
    status: 400,
    description: 'The amount is above what the payer agreed to for each charge, or above 2000.00 for the model O.',
  },
  TOTAL_AMOUNT_LIMIT_EXCEEDED: {
    status: 400,
    description: 'With this charge the payer would pay more in all than was agreed. Charges under way count.',
  },
  COUNT_LIMIT_EXCEEDED: { status: 400, description: 'As many charges were made as the payer agreed to. Charges under way count.' },
  INITIATION_DATE_NOT_REACHED: { status: 400, description: 'The day from which on the payer agreed to be charged has not come.' },
  FREQUENCY_LIMIT_EXCEEDED: { status: 400, description: 'The billing period is paid: the payer agreed to one charge in each.' },
  ATTEMPT_OUT_OF_ORDER: { status: 400, description: 'The attempt is not the next one of the billing period; `message` says which is.' },
  ATTEMPTS_EXHAUSTED: { status: 400, description: 'Ten attempts were made in this billing period. Charge again in the next one.' },
  INVALID_BLIK_CODE_FORMAT: { status: 400, description: 'The BLIK code does not have the form of one. Codes have six digits.' },
  INVALID_BLIK_CODE: { status: 400, description: 'There is no such BLIK code. The payer makes a new one in the bank’s app.' },
  BLIK_CODE_EXPIRED: { status: 400, description: 'The BLIK code is older than two minutes. The payer makes a new one in the bank’s app.' },
  BLIK_CODE_CANCELLED: { status: 400, description: 'The payer has cancelled the BLIK code.' },
  BLIK_CODE_USED: { status: 400, description: 'The BLIK code was used before. The payer makes a new one in the bank’s app.' },
  BLIK_CODE_NOT_SUPPORTED: {
    status: 400,
    description: 'The payer’s bank, or the channel, does not offer what was asked for with the code.',
  },
  BLIK_CODE_LIMIT: {
    status: 400,
    description: 'Five codes and aliases were tried for this transaction, or the payer’s bank takes no more. Make a new transaction.',
  },
  PAYER_APP_NOT_ACTIVE: { status: 400, description: 'The payer’s app is blocked or not activated.' },
  PAYER_APP_NOT_FOUND: { status: 400, description: 'The payer’s app is not known.' },
  ALIAS_NOT_FOUND: { status: 400, description: 'No active alias is meant, or no app knows it any more. Pay with a code instead.' },
  ALIAS_DECLINED: { status: 400, description: 'The payer’s bank did not accept the alias. Pay with a code instead.' },
  ALIAS_NOT_UNIQUE: {
    status: 400,
    description: 'Several apps know the payer by the alias. `data.alternatives` names them; send the payer’s choice as `alias.blik_id`.',
  },
  ER_DATAAMT_HUGE: { status: 400, description: 'The amount is above what the payer has allowed for the alias.' },
  INSUFFICIENT_FUNDS: { status: 400, description: 'The payer’s account has too little.' },
  LIMIT_EXCEEDED: { status: 400, description: 'The amount is above a limit that the payer has set in the app.' },
  USER_DECLINED: { status: 400, description: 'The payer has refused in the app.' },
  USER_TIMEOUT: { status: 400, description: 'The payer has not confirmed in time.' },
  AM_TIMEOUT: { status: 400, description: 'The payer has not confirmed the recurring charge in time.' },
  ISSUER_DECLINED: { status: 400, description: 'The payer’s bank has refused.' },
  TAS_DECLINED: { status: 400, description: 'The acquirer has refused.' },
  SEC_DECLINED: { status: 400, description: 'Security rules of the bank or the acquirer have refused.' },
  TIMEOUT: { status: 400, description: 'BLIK has not answered in time.' },
  BLIK_TECHNICAL_BREAK: { status: 400, description: 'BLIK is out of service for a while.' },
  SYSTEM_ERROR: { status: 400, description: 'A system of BLIK or of a bank has failed.' },
  BLIK_GENERAL_ERROR: { status: 400, description: 'BLIK has refused for a reason of its own.' },
  GENERAL_ERROR: { status: 400, description: 'The channel has refused for another reason.' },
  UNAUTHORIZED: {
    status: 401,
    description:
      'The bearer token is missing, unknown, expired or revoked, or its partner is blocked. Where a blocked partner would begin a payment it is told that the service is not active.',
  },
  INVALID_ABILITY_PROVIDED: {
    status: 403,
    description: 'The token lacks the ability that the endpoint asks for. Use a token that holds it.',
  },
  IP_ADDRESS_NOT_WHITELISTED: { status: 403, description: 'The token is limited to addresses, and the caller’s is not among them.' },
  ROUTE_NOT_FOUND: {
    status: 404,
    description: 'No endpoint has this method and path, or an id in the path is unknown (number, refund, subscription, alias).',
  },
  SERVICE_NOT_FOUND: { status: 404, description: 'There is no such service, or it is not one that this token sees.' },
  TRANSACTION_NOT_FOUND: { status: 404, description: 'There is no such transaction in this service.' },
  REQUEST_TIMEOUT: { status: 408, description: 'The request did not arrive in time.' },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    description: 'A request with the same Idempotency-Key is still running. Repeat it in a moment to get its answer.',
  },
  TRANSACTION_NOT_PAID: { status: 409, description: 'Only what is paid can be refunded. `message` says what the payment is.' },
  ALIAS_ALREADY_EXISTS: {
    status: 409,
    description: 'The value of the alias is used already, by this or by another partner. Choose another one.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, description: 'The body is larger than 256 KiB, or than 1 MiB where an online payment is created.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    description: 'The body is not sent as JSON (`application/json`, or a type that ends in `+json`) in UTF-8, or it is compressed.',
  },
  EXPECTATION_FAILED: { status: 417, description: 'The header `Expect` has another value than `100-continue`.' },
  VALIDATION_ERROR: { status: 422, description: 'A field breaks a rule. `errors` names each field with readable sentences.' },
  TOO_MANY_REQUESTS: {
    status: 429,
    description:
      'The address or the token asks too often or has guessed too often, or the partner sends too many large bodies at once. Wait for the seconds in `Retry-After`.',
  },
  HEADERS_TOO_LARGE: { status: 431, description: 'All headers together are larger than 16 KiB, or on a page 64 KiB.' },
  INTERNAL_ERROR: { status: 500, description: 'Something unexpected happened. `errorId` finds it in the gateway’s log.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    description: 'The gateway cannot work for the moment. Repeat the request after `Retry-After` seconds, with the same Idempotency-Key.',
  },
} as const satisfies Record<string, ErrorDeclaration>;

export type ErrorCode = keyof typeof ERRORS;

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}
