import type { AcquirerAttempt, OnlinePayment } from './online-payment.js';

export type Model = 'A' | 'O' | 'M';

/** What a payer has agreed to. Sums are minor units; days are numbers (`day.ts`). */
export interface MandateTermsSeen {
  model: Model;
  /** Limits of each charge, and of all of them. */
  limit: number | null;
  total: number | null;
  count: number | null;
  /** Length of a billing period. */
  everyDays: number | null;
  firstDay: number | null;
  lastDay: number | null;
}

/** Its state at the payer's bank, in the bank's records. */
export type MandateBankState = 'unseen' | 'open' | 'active' | 'refused' | 'expired' | 'revoked';
export type RevokedBy = 'payer' | 'scheme' | 'merchant';
/** Who, other than the bank, wants a subscription ended. */
export type EndedBy = 'partner' | 'staff' | 'antifraud';

/** A subscription, as the payer, the bank and the partner know it. */
export interface Mandate {
  /** `p5/c1` in transcripts, since a payment may ask for several. */
  name: string;
  payment: OnlinePayment;
  /** The gateway's id of it, in digits. */
  reference: string;
  /** Id of its alias of type PAYID. */
  value: string;
  terms: MandateTermsSeen;
  /** The first payment. */
  first: AcquirerAttempt | null;
  actualState: MandateBankState;
  revokedBy: RevokedBy | null;
  /** Reports of it that the gateway received, or may have received. */
  reportedOutcomes: Set<string>;
  /** Who asked to end it. */
  closeRequests: Set<EndedBy>;
  /** The step after which the gateway told them that it has ended. */
  endedInStep: number | null;
  /** Its state by the gateway. */
  state: string;
  wasActive: boolean;
  charges: AcquirerAttempt[];
  /** Payments whose charges wait for the payer's confirmation. */
  waiting: OnlinePayment[];
  /** The bank has reported something untrue. */
  hasWrongReport: boolean;
  isUnacknowledged: boolean;
}

/** Whether a charge counts towards its limits. */
export type ChargeState = 'running' | 'held' | 'taken' | 'free';

const RUNNING = ['sent', 'pending', 'authorized'];

/** A charge that the gateway gave up may still be paid, so it keeps counting. */
export function chargeStateAfter(state: string, before: ChargeState): ChargeState {
  if (RUNNING.includes(state)) return 'running';
  if (state === 'paid') return 'taken';
  if (state === 'held') return 'held';
  return state === 'lapsed' ? before : 'free';
}
