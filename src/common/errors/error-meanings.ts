import type { ErrorCode } from './error-codes.js';

/** When each code is answered and what the caller can do; `docs/errors.md` is made from it. */
export const MEANING_OF: Record<ErrorCode, string> = {
  MALFORMED_JSON: 'The body is not valid JSON. Send UTF-8 JSON.',
  MALFORMED_REQUEST: 'The request is not valid HTTP, or its body ended before its announced length.',
  SERVICE_NOT_ACTIVE:
    'The service is not active, so what was agreed through it before cannot be charged. A new transaction through it is refused with 422 on `service`. Ask the operator of the gateway to activate it.',
  WALLET_BALANCE_TOO_LOW:
    'The available part of the wallet is smaller than the value of the refund. Refund again when more has been earned, or less.',
  REFUND_AMOUNT_TOO_HIGH: 'More is to be refunded than is left of the payment: refunds that are under way count.',
  REFUND_NOT_SUPPORTED: 'The payment’s channel does not give this money back; `message` says why.',
  UNAUTHORIZED: 'The bearer token is missing, unknown, expired or revoked.',
  INVALID_ABILITY_PROVIDED: 'The token lacks the ability that the endpoint asks for. Use a token that holds it.',
  IP_ADDRESS_NOT_WHITELISTED: 'The token is limited to addresses, and the caller’s is not among them.',
  ROUTE_NOT_FOUND: 'The path or the method leads nowhere, or an id in the path is unknown (number, refund, subscription, alias).',
  SERVICE_NOT_FOUND: 'There is no such service, or it is not one that this token sees.',
  TRANSACTION_NOT_FOUND: 'There is no such transaction in this service.',
  REQUEST_TIMEOUT: 'The request did not arrive in time.',
  IDEMPOTENCY_CONFLICT: 'A request with the same Idempotency-Key is still running. Repeat it in a moment to get its answer.',
  TRANSACTION_NOT_PAID: 'Only what is paid can be refunded. `message` says what the payment is.',
  PAYLOAD_TOO_LARGE: 'The body is larger than 256 KiB.',
  UNSUPPORTED_MEDIA_TYPE:
    'The body is not sent as JSON (`application/json`, or a type that ends in `+json`) in UTF-8, or it is compressed.',
  EXPECTATION_FAILED: 'The header `Expect` asks for something else than `100-continue`.',
  VALIDATION_ERROR: 'A field breaks a rule. `errors` names each field with readable sentences.',
  TOO_MANY_REQUESTS: 'The address or the token asks too often, or has guessed too often. Wait for the seconds in `Retry-After`.',
  HEADERS_TOO_LARGE: 'The headers are larger than 16 KiB together.',
  INTERNAL_ERROR: 'Something unexpected happened. `errorId` finds it in the gateway’s log.',
  SERVICE_UNAVAILABLE:
    'The gateway cannot work for the moment. Repeat the request after `Retry-After` seconds, with the same Idempotency-Key.',
};
