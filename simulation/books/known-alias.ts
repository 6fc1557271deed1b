import type { OnlinePayment } from './online-payment.js';

/** What an app of the payer's bank did with an alias, by its own books. `replaced`: the same app has it under a newer name. */
export type AliasDeed = 'unseen' | 'pending' | 'active' | 'refused' | 'unregistered' | 'expired' | 'replaced';

/** An alias for payments without a code (UID), as the payer's app knows it. */
export interface KnownAlias {
  /** `p5/a1` in stories. */
  name: string;
  /** With whose code it was to be registered. */
  payment: OnlinePayment;
  /** The gateway's name of it, in digits. */
  reference: string;
  /** What the bank knows it by: no other service's is the same. */
  value: string;
  /** What the partner knows it by. */
  given: string;
  /** The app that was asked to keep it. */
  app: string;
  deed: AliasDeed;
  /** Until when the app keeps it. */
  until: Date | null;
  /** Words of it that reached the gateway, or may have. */
  said: Set<string>;
  /** Its partner has asked for its end. */
  unwanted: boolean;
  /** Where the gateway says it is, and what of that is older than this step. */
  state: string;
  /** When it was registered, in business time. */
  begunAt: Date;
  /** The app has reported what was not so. */
  belied: boolean;
  unanswered: boolean;
}

/** Its time is over, whether anybody has said so or not. */
export function isOutOfTime({ until }: KnownAlias, now: Date): boolean {
  return until !== null && until <= now;
}
