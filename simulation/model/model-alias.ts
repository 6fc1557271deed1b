import type { OnlinePayment } from './online-payment.js';

/** State of an alias in a bank's app, in the bank's records. `replaced`: the same app has a newer alias of this value. */
export type AliasAppState = 'unseen' | 'pending' | 'active' | 'refused' | 'unregistered' | 'expired' | 'replaced';

/** An alias (UID) for payments without a code, as the payer's app knows it. */
export interface ModelAlias {
  /** `p5/a1` in transcripts. */
  name: string;
  /** The attempt whose code was to register it. */
  payment: OnlinePayment;
  /** The gateway's id of it, in digits. */
  reference: string;
  /** The value at the bank; no two services share one. */
  value: string;
  /** The partner's value of it. */
  partnerValue: string;
  /** The app that was asked to register it. */
  app: string;
  actualState: AliasAppState;
  /** When its registration expires in the app. */
  until: Date | null;
  /** Reports of it that the gateway received, or may have received. */
  reportedOutcomes: Set<string>;
  /** The partner has asked to end it. */
  isUnregisterRequested: boolean;
  /** Its state by the gateway, now and before this step. */
  state: string;
  /** Business time of the registration. */
  startedAt: Date;
  /** The app has reported something untrue. */
  hasWrongReport: boolean;
  isUnacknowledged: boolean;
}

/** Whether it has expired, also when no report has said so. */
export function isExpired({ until }: ModelAlias, now: Date): boolean {
  return until !== null && until <= now;
}
