/** The Polish mobile operators whose phone bills DirectBilling can charge. */
export const OPERATORS = ['orange', 'play', 't-mobile', 'plus'] as const;
export type Operator = (typeof OPERATORS)[number];

/** Why an operator refused a code or a charge. */
export type RefusalReason =
  'insufficient_funds' | 'blocked_by_operator' | 'limit_exceeded' | 'number_not_served' | 'code_expired' | 'other';

export interface SendCodeRequest {
  /** Idempotency key at the operator. A code that is sent again has a new reference. */
  codeReference: string;
  /** `48XXXXXXXXX` */
  phoneNumber: string;
  /** Minor units of PLN, VAT included. */
  grossMinor: number;
  seller: string;
  description: string | null;
}
/** `unavailable`: the operator was not reached, or its response has no definite result. */
export type OperatorCodeResult = { outcome: 'sent' } | { outcome: 'refused'; reason: RefusalReason } | { outcome: 'unavailable' };

export interface ChargeRequest {
  /** Idempotency key at the operator, and the reference of the charge in callbacks. */
  chargeReference: string;
  codeReference: string;
  phoneNumber: string;
  /** The code that the payer entered. */
  code: string;
  grossMinor: number;
  seller: string;
  description: string | null;
}
/**
 * The outcome of a charge at the operator.
 * - `accepted`: accepted and not booked yet
 * - `booked`: on the payer's phone bill
 * - `wrong_code`: the payer entered a wrong code. Nothing is charged
 * - `refused`: the operator does not charge, for the reason in `reason`
 * - `pending`: the outcome is not known yet
 */
type ChargeOutcome =
  | { outcome: 'accepted' }
  | { outcome: 'booked' }
  | { outcome: 'wrong_code' }
  | { outcome: 'refused'; reason: RefusalReason }
  | { outcome: 'pending' };

/** `not_sent`: there was no connection, so the operator will never receive the charge. */
export type ChargeResult = ChargeOutcome | { outcome: 'not_sent' };

/** `not_found`: the operator does not know the charge. The product decides whether the request for the charge may still arrive. */
export type ChargeStatus = ChargeOutcome | { outcome: 'not_found' };

export type ReversalResult = { outcome: 'reversed' } | { outcome: 'pending' };

/** A verified callback of an operator about a charge. */
export interface OperatorCallback {
  /** The operator's id of the callback. A repeated callback has the same id. */
  reportId: string;
  chargeReference: string;
  outcome: 'accepted' | 'booked' | 'refused';
  reason: RefusalReason | null;
}

/** The part of a callback that is known before its body is read. */
export interface OperatorCallbackHead {
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface RawOperatorCallback extends OperatorCallbackHead {
  /** The exact bytes, because signatures are computed over the bytes. */
  body: Buffer;
}

/**
 * The port of one mobile operator for DirectBilling. A connector only translates. A response to a charge that the connector does not
 * understand has the outcome `pending`, never `refused`, and the charge is polled later.
 *
 * Implementations are stateless and use neither the database nor the queue.
 */
export abstract class OperatorConnector {
  abstract sendCode(request: SendCodeRequest): Promise<OperatorCodeResult>;
  abstract charge(request: ChargeRequest): Promise<ChargeResult>;
  abstract chargeStatus(chargeReference: string): Promise<ChargeStatus>;
  /** Returns the money of a booked charge to the payer. May be repeated. */
  abstract reverse(chargeReference: string): Promise<ReversalResult>;
  /** Whether the headers can be those of a callback of the operator. Verifies nothing, but avoids reading the bodies of other requests. */
  mayBeCallback(_: OperatorCallbackHead): boolean {
    return true;
  }
  /** @returns null when the sender cannot be verified or the body is not a callback. */
  abstract readCallback(raw: RawOperatorCallback): OperatorCallback | null;

  /** Whether the operator takes no real money. Charges are then test money, which is booked to separate accounts. */
  get isSimulated(): boolean {
    return false;
  }

  /** Whether the number belongs to a test system and to no person, so that codes to this number are not limited. */
  isTestNumber(_phoneNumber: string): boolean {
    return false;
  }
}

/** The operator connectors of this process. Operators without a connector are not offered to payers. */
export class OperatorConnectors {
  constructor(private readonly connectors: ReadonlyMap<Operator, OperatorConnector>) {}

  available(): readonly Operator[] {
    return OPERATORS.filter((operator) => this.connectors.has(operator));
  }

  /** @returns null when no connector is configured for the operator. */
  of(operator: Operator): OperatorConnector | null {
    return this.connectors.get(operator) ?? null;
  }
}
