import type { PayerPayment } from '../../../products/payments/checkout/payment-page.js';

/** Why an attempt or a code failed. */
export type Failure = NonNullable<PayerPayment['failure']>['reason'];

/**
 * Failures grouped by what the payer can do about them.
 * - `new_code`: enter a new BLIK code, because this one is wrong, used or too old
 * - `look_in_app`: switch BLIK on in the bank's app, and enter a new code
 * - `refused`, `technical`, `not_confirmed`, `given_up`: try again or choose another method. The four have different texts
 * - `too_late`: try again, and confirm in time
 * - `code_instead`: pay with a code, because the alias did not work
 * - `amount_too_high`: raise a limit or choose another method
 */
export type FailureCategory =
  'new_code' | 'look_in_app' | 'refused' | 'too_late' | 'code_instead' | 'amount_too_high' | 'technical' | 'not_confirmed' | 'given_up';

/** Failures after which only another code can succeed. */
export const NEEDS_ANOTHER_CODE: readonly FailureCategory[] = ['new_code', 'look_in_app', 'code_instead'];

/** The category of each failure reason. Each BLIK error code has a reason of its own, so it has a category too. */
export const CATEGORY_OF: Record<Failure, FailureCategory> = {
  code_format: 'new_code',
  code_invalid: 'new_code',
  code_expired: 'new_code',
  code_cancelled: 'new_code',
  code_used: 'new_code',
  not_supported: 'refused',
  too_many_codes: 'refused',
  app_inactive: 'look_in_app',
  app_missing: 'look_in_app',
  alias_unknown: 'code_instead',
  alias_declined: 'code_instead',
  alias_ambiguous: 'code_instead',
  alias_amount: 'amount_too_high',
  insufficient_funds: 'amount_too_high',
  limit_exceeded: 'amount_too_high',
  payer_declined: 'refused',
  payer_timeout: 'too_late',
  mandate_timeout: 'too_late',
  issuer_declined: 'refused',
  acquirer_declined: 'refused',
  risk: 'refused',
  scheme_timeout: 'too_late',
  technical_break: 'technical',
  system_error: 'technical',
  scheme_other: 'technical',
  authentication_failed: 'not_confirmed',
  instrument_invalid: 'refused',
  other: 'technical',
  canceled: 'given_up',
  expired: 'too_late',
  not_sent: 'technical',
  not_found: 'technical',
};
