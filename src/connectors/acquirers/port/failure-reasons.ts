/**
 * The BLIK error code of each reason why an attempt, a submitted code or a mandate failed. Partners get this code. null: BLIK has no error
 * code for the reason. No two reasons have the same BLIK error code, so `reasonOfBlikErrorCode` can find the reason of an error code. A
 * connector returns the reason `other` for an acquirer's code that the connector does not map, and puts the acquirer's code into `rawCode`
 * for staff.
 */
export const BLIK_ERROR_CODE_OF = {
  code_format: 'INVALID_BLIK_CODE_FORMAT',
  code_invalid: 'INVALID_BLIK_CODE',
  code_expired: 'BLIK_CODE_EXPIRED',
  code_cancelled: 'BLIK_CODE_CANCELLED',
  code_used: 'BLIK_CODE_USED',
  /** The payer's bank or app does not support the operation, such as recurring payments. */
  not_supported: 'BLIK_CODE_NOT_SUPPORTED',
  too_many_codes: 'BLIK_CODE_LIMIT',
  app_inactive: 'PAYER_APP_NOT_ACTIVE',
  app_missing: 'PAYER_APP_NOT_FOUND',
  alias_unknown: 'ALIAS_NOT_FOUND',
  alias_declined: 'ALIAS_DECLINED',
  /** Several apps have the alias registered. `needsCode` lists the apps. */
  alias_ambiguous: 'ALIAS_NOT_UNIQUE',
  /** The amount is above the payer's limit for the alias. */
  alias_amount: 'ER_DATAAMT_HUGE',
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  limit_exceeded: 'LIMIT_EXCEEDED',
  payer_declined: 'USER_DECLINED',
  payer_timeout: 'USER_TIMEOUT',
  /** The payer did not confirm a charge of model M in time. */
  mandate_timeout: 'AM_TIMEOUT',
  issuer_declined: 'ISSUER_DECLINED',
  acquirer_declined: 'TAS_DECLINED',
  /** Declined by security rules of the bank or the acquirer. */
  risk: 'SEC_DECLINED',
  /** The scheme's own final time-out. A request without a response has the outcome `unknown` instead. */
  scheme_timeout: 'TIMEOUT',
  technical_break: 'BLIK_TECHNICAL_BREAK',
  system_error: 'SYSTEM_ERROR',
  scheme_other: 'BLIK_GENERAL_ERROR',
  /** 3-D Secure or the bank's login did not succeed. */
  authentication_failed: null,
  /** The card or account does not exist, has expired or is blocked. */
  instrument_invalid: null,
  other: 'GENERAL_ERROR',
} as const satisfies Record<string, string | null>;

export type FailureReason = keyof typeof BLIK_ERROR_CODE_OF;
export type BlikErrorCode = NonNullable<(typeof BLIK_ERROR_CODE_OF)[FailureReason]>;

export const FAILURE_REASONS = Object.keys(BLIK_ERROR_CODE_OF).filter((key): key is FailureReason => key in BLIK_ERROR_CODE_OF);

export const BLIK_ERROR_CODES = FAILURE_REASONS.map((reason) => BLIK_ERROR_CODE_OF[reason]).filter(
  (code): code is BlikErrorCode => code !== null,
);

/** For acquirers that send BLIK error codes. @returns null for an unknown code. */
export function reasonOfBlikErrorCode(code: string): FailureReason | null {
  return FAILURE_REASONS.find((reason) => BLIK_ERROR_CODE_OF[reason] === code) ?? null;
}
