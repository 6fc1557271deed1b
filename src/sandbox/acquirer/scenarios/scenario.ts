/** The acquirer's causes of failures, with a description. The cause of a failed BLIK payment is the BLIK error code. */
export const CAUSES = {
  INSUFFICIENT_FUNDS: 'no funds',
  LIMIT_EXCEEDED: 'a limit is exceeded',
  USER_DECLINED: 'declined by the payer',
  ISSUER_DECLINED: 'declined by the bank',
  TAS_DECLINED: 'declined by the acquirer',
  SEC_DECLINED: 'declined by security rules',
  AUTHENTICATION_FAILED: 'login or 3-D Secure fails',
  INSTRUMENT_INVALID: 'the card or account is not valid',
  TIMEOUT: 'the scheme did not respond in time',
  USER_TIMEOUT: 'the payer did not confirm in time',
  SYSTEM_ERROR: 'an error at the scheme',
  GENERAL_ERROR: 'any other error',
} as const;
export type PaymentCause = keyof typeof CAUSES;

export type PaymentState = 'AUTHORIZED' | 'PAID' | 'FAILED' | 'CANCELED' | 'EXPIRED';
export type RefundState = 'DONE' | 'REJECTED' | 'FAILED';
/** `CODE_FAILED` ends one code, but not the payment. */
export type StepState = PaymentState | RefundState | 'CODE_FAILED';

/** A change of a payment, a code or a refund. It is stored in advance and takes effect when it is due. */
export interface Step<State extends StepState = StepState> {
  state: State;
  /** Seconds of business time from now, or from the payment's expiry with `fromExpiry`. */
  afterSeconds: number;
  fromExpiry?: true;
  cause?: string;
  /** How often the same callback is sent. 0: never, so that only polls see the change. Default 1. */
  callbackCount?: number;
  /** The gateway has captured the money. The state is `PAID`, also with a method that otherwise only authorizes. */
  captured?: true;
  /** Replaces the payment's own amount. */
  amountMinor?: number;
}

/** When the request that starts a scenario gets its response. `after the callback`: after due callbacks were delivered. */
export type ResponseMode = 'immediately' | 'never' | 'after the callback';

export type RegistrationState = 'ACTIVE' | 'FAILED' | 'REVOKED' | 'EXPIRED';

/** A change of an alias or a mandate. It is stored in advance and takes effect when it is due. */
export interface RegistrationStep {
  state: RegistrationState;
  /** Seconds of business time from now. */
  afterSeconds: number;
  cause?: string;
  /** Who ended the registration, with `REVOKED`. */
  by?: 'PAYER' | 'SCHEME' | 'MERCHANT';
  /** As in `Step`. */
  callbackCount?: number;
}
