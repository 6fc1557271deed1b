import type { AcquirerAttempt, OnlinePayment } from './online-payment.js';

/** BLIK's models of recurring payments, as in docs/glossary.md. */
export type MandateModel = 'A' | 'O' | 'M';

/** The terms of a mandate. Null: not limited. Days are numbers (`day.ts`). */
export interface ModelMandateTerms {
  model: MandateModel;
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

/**
 * State of a mandate in the records of the payer's bank:
 * - `unseen`: the bank has not received the request for it
 * - `open`: the payer has not decided
 * - `active`: the payer has accepted it, so it may be charged
 * - `refused`: the payer has refused it
 * - `expired`: its time is over, or the payer did not decide in time
 * - `revoked`: it was ended before its time, by whom `Mandate.revokedBy` says
 */
export type MandateBankState = 'unseen' | 'open' | 'active' | 'refused' | 'expired' | 'revoked';
/** Who has ended a mandate at the bank before its time. */
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
  /** Index of the first step in which the gateway responded to a request to end the subscription; null before. */
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

/**
 * State of a charge in the gateway, which decides whether the charge counts towards the mandate's limits:
 * - `running`: in progress; counts
 * - `held`: captured and held for a review; counts
 * - `taken`: paid; counts
 * - `free`: ended unpaid, or its money is in suspense; does not count
 */
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
