/**
 * Every error code the API answers with, and its HTTP status. The record is exhaustive: a code that is
 * missing here does not compile. Codes of one product that need no status of their own stand here as well,
 * so that this is the one list `docs/errors.md` is made from.
 */
export const HTTP_STATUS_OF = {
  MALFORMED_JSON: 400,
  MALFORMED_REQUEST: 400,
  SERVICE_NOT_ACTIVE: 400,
  WALLET_BALANCE_TOO_LOW: 400,
  REFUND_AMOUNT_TOO_HIGH: 400,
  REFUND_NOT_SUPPORTED: 400,
  UNAUTHORIZED: 401,
  INVALID_ABILITY_PROVIDED: 403,
  IP_ADDRESS_NOT_WHITELISTED: 403,
  ROUTE_NOT_FOUND: 404,
  SERVICE_NOT_FOUND: 404,
  TRANSACTION_NOT_FOUND: 404,
  REQUEST_TIMEOUT: 408,
  IDEMPOTENCY_CONFLICT: 409,
  TRANSACTION_NOT_PAID: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  EXPECTATION_FAILED: 417,
  VALIDATION_ERROR: 422,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof HTTP_STATUS_OF;
