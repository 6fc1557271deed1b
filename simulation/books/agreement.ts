import type { AcquirerAttempt, OnlinePayment } from './online-payment.js';

export type Model = 'A' | 'O' | 'M';

/** What a payer has agreed to. Sums are minor units; days are numbers of days (`day.ts`). */
export interface AgreedTerms {
  model: Model;
  /** Of each charge, and of all. */
  limit: number | null;
  total: number | null;
  count: number | null;
  /** Length of a billing period. */
  everyDays: number | null;
  firstDay: number | null;
  lastDay: number | null;
}

/** What the payer's bank did with it, by its own books. */
export type AgreementDeed = 'unseen' | 'open' | 'active' | 'refused' | 'expired' | 'revoked';
export type RevokedBy = 'payer' | 'scheme' | 'merchant';
/** Whoever wants a subscription ended, other than the bank. */
export type Ender = 'partner' | 'staff' | 'antifraud';

/** A subscription, as payer, bank and partner know it. */
export interface Agreement {
  /** `p5/c1` in stories, for a payment may ask for several. */
  name: string;
  payment: OnlinePayment;
  /** The gateway's name of it, in digits. */
  reference: string;
  /** Of its alias of type PAYID. */
  value: string;
  terms: AgreedTerms;
  /** The first payment. */
  first: AcquirerAttempt | null;
  deed: AgreementDeed;
  revokedBy: RevokedBy | null;
  /** Words of it that reached the gateway, or may have. */
  said: Set<string>;
  /** Who asked for its end. */
  wishes: Set<Ender>;
  /** Step after which the gateway has said to them that it is over. */
  endedIn: number | null;
  /** Where the gateway says it is. */
  state: string;
  wasActive: boolean;
  charges: AcquirerAttempt[];
  /** Payments whose charges wait for their payers to confirm them. */
  waiting: OnlinePayment[];
  /** The bank has reported what was not so. */
  belied: boolean;
  unanswered: boolean;
}

/** Whether a charge counts against its agreement. */
export type Standing = 'running' | 'held' | 'taken' | 'free';

const RUNNING = ['sent', 'pending', 'authorized'];

/** One that was given up may still take the money, so it stands as it did. */
export function standingIn(state: string, before: Standing): Standing {
  if (RUNNING.includes(state)) return 'running';
  if (state === 'paid') return 'taken';
  if (state === 'held') return 'held';
  return state === 'lapsed' ? before : 'free';
}
