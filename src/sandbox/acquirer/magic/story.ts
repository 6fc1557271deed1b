/** The acquirer's words for why something failed; those of BLIK are the scheme's ticket codes. */
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
/** `CODE_FAILED` ends one code and not the payment. */
export type StepState = PaymentState | RefundState | 'CODE_FAILED';

/** Something that becomes true of a payment, a code or a refund. */
export interface Step<State extends StepState = StepState> {
  state: State;
  /** Business time from now on; with `fromExpiry`, from when the payment expires. */
  afterSeconds: number;
  fromExpiry?: true;
  cause?: string;
  /** How often the same report is sent; 0: told only to who asks. Default 1. */
  reports?: number;
  /** The gateway took it: paid, and not only authorized, whatever the method. */
  captured?: true;
  /** Seen instead of the payment's own amount. */
  amountMinor?: number;
}

/** How the call that begins a story is answered: as usual, never, or only once what is due has been reported. */
export type Answering = 'at once' | 'never' | 'after the report';

export type AgreementState = 'ACTIVE' | 'FAILED' | 'REVOKED' | 'EXPIRED';

/** Something that becomes true of an alias or a consent to recurring payments. */
export interface AgreementStep {
  state: AgreementState;
  /** Business time from now on. */
  afterSeconds: number;
  cause?: string;
  /** Of `REVOKED`. */
  by?: 'PAYER' | 'SCHEME' | 'MERCHANT';
  /** As of any other step. */
  reports?: number;
}
