/** The acquirer's causes of failures; those of BLIK are the scheme's ticket codes. */
export const CAUSES = {
  INSUFFICIENT_FUNDS: 'no funds',
  LIMIT_EXCEEDED: 'a limit is exceeded',
  USER_DECLINED: 'the payer says no',
  ISSUER_DECLINED: 'the bank says no',
  TAS_DECLINED: 'the acquirer says no',
  SEC_DECLINED: 'security rules say no',
  AUTHENTICATION_FAILED: 'login or 3-D Secure fails',
  INSTRUMENT_INVALID: 'the card or account is not valid',
  TIMEOUT: 'the scheme’s time is over',
  USER_TIMEOUT: 'the payer’s time is over',
  SYSTEM_ERROR: 'an error at the scheme',
  GENERAL_ERROR: 'any other error',
} as const;
export type PaymentCause = keyof typeof CAUSES;

export type PaymentState = 'AUTHORIZED' | 'PAID' | 'FAILED' | 'CANCELED' | 'EXPIRED';
export type RefundState = 'DONE' | 'REJECTED' | 'FAILED';
/** `CODE_FAILED` ends one code, but not the payment. */
export type StepState = PaymentState | RefundState | 'CODE_FAILED';

/** A change of a payment, a code or a refund, written in advance. */
export interface Step<State extends StepState = StepState> {
  state: State;
  /** In business time, from now on or, with `fromExpiry`, from the payment's expiry. */
  afterSeconds: number;
  fromExpiry?: true;
  cause?: string;
  /** How often the same report is sent; 0: never, only polls see the change. Default 1. */
  reports?: number;
  /** The gateway has captured the money: paid, and not only authorized, with any method. */
  captured?: true;
  /** Replaces the payment's own amount. */
  amountMinor?: number;
}

/** When the call that begins a story is answered. `after the report`: only after due reports were delivered. */
export type ResponseMode = 'at once' | 'never' | 'after the report';

export type RegistrationState = 'ACTIVE' | 'FAILED' | 'REVOKED' | 'EXPIRED';

/** A change of an alias or a mandate, written in advance. */
export interface RegistrationStep {
  state: RegistrationState;
  /** In business time, from now on. */
  afterSeconds: number;
  cause?: string;
  /** With `REVOKED`. */
  by?: 'PAYER' | 'SCHEME' | 'MERCHANT';
  /** As in `Step`. */
  reports?: number;
}
