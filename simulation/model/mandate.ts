import type { AcquirerAttempt, OnlinePayment } from './online-payment.js';

export type Model = 'A' | 'O' | 'M';

/** The terms of a mandate. Null: not limited. Days are numbers (`day.ts`). */
export interface ModelMandateTerms {
  model: Model;
  /** Limit of one charge. */
  maxChargeMinor: number | null;
  /** Limits of all charges together. */
  maxTotalMinor: number | null;
  maxCount: number | null;
  /** Length of a billing period in days; null for terms without periods. */
  periodDays: number | null;
  firstDay: number | null;
  lastDay: number | null;
}

/** State of a mandate in the records of the payer's bank. `unseen`: the bank has not received it. */
export type MandateBankState = 'unseen' | 'open' | 'active' | 'refused' | 'expired' | 'revoked';
export type RevokedBy = 'payer' | 'scheme' | 'merchant';
/** Who ends a subscription at the gateway. */
export type EndedBy = 'partner' | 'staff' | 'antifraud';

/** A mandate at the payer's bank, and the gateway's subscription for it. */
export interface Mandate {
  /** `p5/c1`: the first mandate of the payment `p5`. A payment may request several, one after the other. */
  name: string;
  payment: OnlinePayment;
  /** The gateway's id of the subscription, without dashes. */
  reference: string;
  /** Value of its alias of type PAYID, which the partner chooses. */
  aliasValue: string;
  terms: ModelMandateTerms;
  /** The attempt of the payment that set it up; null while the model does not know that attempt. */
  firstAttempt: AcquirerAttempt | null;
  actualState: MandateBankState;
  /** Null when it is not revoked. */
  revokedBy: RevokedBy | null;
  /** Outcomes that the gateway received, or may have received, in responses and callbacks. */
  reportedOutcomes: Set<string>;
  /** Who has requested its end. */
  closeRequests: Set<EndedBy>;
  /** The step in which the gateway confirmed the requested end; null before. */
  endedInStep: number | null;
  /** State of the subscription in the gateway. */
  gatewayState: string;
  /** Whether the subscription is or was active. */
  wasActive: boolean;
  charges: AcquirerAttempt[];
  /** Payments whose charges wait for the payer's confirmation. */
  awaitingConfirmation: OnlinePayment[];
  /** Whether the bank has sent a status update that contradicts its records. */
  hasFalseUpdate: boolean;
  /** The gateway has not acknowledged the last callback, so the bank repeats it. */
  isUnacknowledged: boolean;
}

/** The gateway's stored states of a charge: in progress, held, paid, released. All but `free` count towards the limits. */
export type ChargeState = 'running' | 'held' | 'taken' | 'free';

const IN_PROGRESS_STATES = ['sent', 'pending', 'authorized'];

/**
 * The state of a charge after its attempt has entered `state`. An abandoned attempt (`lapsed`) may still be paid, so its charge keeps its
 * state.
 */
export function chargeStateAfter(state: string, before: ChargeState): ChargeState {
  if (IN_PROGRESS_STATES.includes(state)) return 'running';
  if (state === 'paid') return 'taken';
  if (state === 'held') return 'held';
  return state === 'lapsed' ? before : 'free';
}
