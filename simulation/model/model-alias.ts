import type { OnlinePayment } from './online-payment.js';

/**
 * State of an alias in the app of the payer's bank:
 * - `unseen`: the app has not received the request to register it
 * - `pending`: the payer has not decided in the app
 * - `active`: it is registered, so payments with it need no code
 * - `refused`: the payer has refused it, or the code of its payment was refused
 * - `unregistered`: the payer or the partner has ended it
 * - `expired`: its time is over
 * - `replaced`: the app has registered a newer alias of the same value
 */
export type AliasAppState = 'unseen' | 'pending' | 'active' | 'refused' | 'unregistered' | 'expired' | 'replaced';

/** An alias of type UID, which pays without a code. */
export interface ModelAlias {
  /** `p5/a1`: the first alias of the payment `p5`. */
  name: string;
  /** The payment whose code registers it. */
  payment: OnlinePayment;
  /** The gateway's id, without dashes. */
  reference: string;
  /** The value that the bank gets. It differs for each service. */
  bankValue: string;
  /** The value that the partner chose. Several services may use the same value. */
  partnerValue: string;
  /** Key of the app that registers it. */
  app: string;
  actualState: AliasAppState;
  /** When its registration expires in the app; null for never. */
  expiresAt: Date | null;
  /** Outcomes that the gateway received, or may have received, in responses and callbacks. */
  reportedOutcomes: Set<string>;
  /** The partner has requested its end. */
  isUnregisterRequested: boolean;
  /** Its state in the gateway. */
  gatewayState: string;
  /** Business time of the request to register it. */
  startedAt: Date;
  /** Whether the app has sent a false status update about it, or a false "active" about another alias, which then seems to replace it. */
  hasFalseUpdate: boolean;
  /** The gateway has not acknowledged the last callback, so the app repeats it. */
  isUnacknowledged: boolean;
}

/** Whether the registration of the alias has expired, even if no status update has reported the expiry. */
export function isExpired({ expiresAt }: ModelAlias, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}
