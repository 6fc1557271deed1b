/**
 * What DirectBilling needs from a mobile operator. A connector translates and decides nothing: an answer that it does not know is `pending`,
 * never a refusal, and is polled later.
 */
export const OPERATORS = ['orange', 'play', 't-mobile', 'plus'] as const;
export type Operator = (typeof OPERATORS)[number];

export type RefusalReason =
  'insufficient_funds' | 'blocked_by_operator' | 'limit_exceeded' | 'number_not_served' | 'code_expired' | 'other';

export interface SendCodeRequest {
  /** Idempotency key towards the operator; a resend has a new one. */
  codeReference: string;
  /** `48XXXXXXXXX` */
  phoneNumber: string;
  /** Minor units of PLN, VAT included. */
  grossMinor: number;
  seller: string;
  description: string | null;
}
export type OperatorCodeResult = { outcome: 'sent' } | { outcome: 'refused'; reason: RefusalReason } | { outcome: 'unavailable' };

export interface ChargeRequest {
  /** Idempotency key towards the operator, and the charge's name in reports. */
  chargeReference: string;
  codeReference: string;
  phoneNumber: string;
  /** What the payer typed. */
  code: string;
  grossMinor: number;
  seller: string;
  description: string | null;
}
/** An operator's outcome of a charge. */
type ChargeOutcome =
  | { outcome: 'accepted' }
  | { outcome: 'booked' }
  | { outcome: 'wrong_code' }
  | { outcome: 'refused'; reason: RefusalReason }
  | { outcome: 'pending' };

/** `not_sent`: there was no connection, so the operator has not received the charge and never will. */
export type ChargeResult = ChargeOutcome | { outcome: 'not_sent' };

/** `not_found`: the operator does not know the charge. The product decides whether the call may still be on its way. */
export type ChargeStatus = ChargeOutcome | { outcome: 'not_found' };

export type ReversalResult = { outcome: 'reversed' } | { outcome: 'pending' };

/** A verified report of an operator about a charge. */
export interface OperatorCallback {
  /** The operator's id of the report; a repeated report has the same. */
  reportId: string;
  chargeReference: string;
  outcome: 'accepted' | 'booked' | 'refused';
  reason: RefusalReason | null;
}

export interface OperatorCallbackHead {
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface RawOperatorCallback extends OperatorCallbackHead {
  body: Buffer;
}

/** One operator. Implementations are stateless and touch neither database nor queue. */
export abstract class OperatorConnector {
  abstract sendCode(request: SendCodeRequest): Promise<OperatorCodeResult>;
  abstract charge(request: ChargeRequest): Promise<ChargeResult>;
  abstract chargeStatus(chargeReference: string): Promise<ChargeStatus>;
  /** Gives the money of a booked charge back. May be repeated. */
  abstract reverse(chargeReference: string): Promise<ReversalResult>;
  /** Whether a report may be the operator's, judged by its head. This is no verification; it only avoids reading the bodies of others. */
  mayBeCallback(_: OperatorCallbackHead): boolean {
    return true;
  }
  /** @returns null when the source cannot be verified or the body is not a report. */
  abstract readCallback(raw: RawOperatorCallback): OperatorCallback | null;

  /** Whether no real money is taken: its charges are test money, which has its own accounts. */
  get isSimulated(): boolean {
    return false;
  }

  /** Whether the number belongs to a test system and to no person, so that messages to it need no limit. */
  isTestNumber(_phoneNumber: string): boolean {
    return false;
  }
}

/** The connectors of this process. Operators without one are not offered to payers. */
export abstract class OperatorConnectors {
  abstract available(): readonly Operator[];
  /** @returns null when no connector is configured for the operator. */
  abstract of(operator: Operator): OperatorConnector | null;
}
