/**
 * What DirectBilling needs from a mobile operator. A connector translates and decides nothing: an answer it does
 * not know is `pending`, never a refusal, and is asked again later.
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
export type SendCodeResult = { outcome: 'sent' } | { outcome: 'refused'; reason: RefusalReason } | { outcome: 'unavailable' };

export interface ChargeRequest {
  /** Idempotency key towards the operator and the name under which reports speak of this charge. */
  chargeReference: string;
  codeReference: string;
  phoneNumber: string;
  /** What the payer typed. */
  code: string;
  grossMinor: number;
  seller: string;
  description: string | null;
}
/** What an operator says of a charge. */
type ChargeWord =
  | { outcome: 'accepted' }
  | { outcome: 'booked' }
  | { outcome: 'wrong_code' }
  | { outcome: 'refused'; reason: RefusalReason }
  | { outcome: 'pending' };

/** `not_sent`: there was no connection to the operator, so it cannot have seen the charge and never will. */
export type ChargeResult = ChargeWord | { outcome: 'not_sent' };

/** `not_found`: the operator has not seen this charge; whether it still can, the product judges. */
export type ChargeStatus = ChargeWord | { outcome: 'not_found' };

export type ReversalResult = { outcome: 'reversed' } | { outcome: 'pending' };

/** An operator's asynchronous word about a charge, after its source was verified. */
export interface OperatorReport {
  /** The operator's own id of this report; a duplicate repeats it. */
  reportId: string;
  chargeReference: string;
  outcome: 'accepted' | 'booked' | 'refused';
  reason: RefusalReason | null;
}

export interface ReportHead {
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface RawReport extends ReportHead {
  body: Buffer;
}

/** One operator. Implementations are stateless and touch neither database nor queue. */
export abstract class OperatorConnector {
  abstract sendCode(request: SendCodeRequest): Promise<SendCodeResult>;
  abstract charge(request: ChargeRequest): Promise<ChargeResult>;
  abstract chargeStatus(chargeReference: string): Promise<ChargeStatus>;
  /** Gives the money of a booked charge back. Repeating it is harmless. */
  abstract reverse(chargeReference: string): Promise<ReversalResult>;
  /** Whether the head of a report leaves it open that it is the operator's. It proves nothing, but the body of what it rules out is not read. */
  mayReport(_: ReportHead): boolean {
    return true;
  }
  /** @returns null when the source cannot be verified or the body is not a report. */
  abstract readReport(raw: RawReport): OperatorReport | null;

  /** Whether nobody takes money here: what is charged is a test, and is entered apart. */
  get isSimulated(): boolean {
    return false;
  }

  /** Whether nobody has this number, as in an operator's test system: then nobody has to be protected from messages to it. */
  isTestNumber(_phoneNumber: string): boolean {
    return false;
  }
}

/** The operators that have a connector here; one without is not offered to payers. */
export abstract class OperatorConnectors {
  abstract available(): readonly Operator[];
  /** @returns null when no connector is configured for the operator. */
  abstract of(operator: Operator): OperatorConnector | null;
}
