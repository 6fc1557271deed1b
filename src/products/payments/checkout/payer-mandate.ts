import type { RecurringBank } from '../../../connectors/acquirers/port/capabilities.js';
import type { ConsentEvidence } from '../mandates/consent-evidence.js';
import type { SubscriptionStatus } from '../subscriptions/subscription-transitions.js';
import type { SubscriptionTerms } from '../mandates/terms.js';

/** What was agreed to, or is offered. */
export interface ActiveMandate {
  /** null while it is only offered. */
  subscriptionId: string | null;
  /** Its name in the bank's app. */
  label: string;
  terms: SubscriptionTerms;
  /** null while it is only offered. */
  status: SubscriptionStatus | null;
  /** The proof of what the payer agreed to on a page of the gateway. */
  shown: ConsentEvidence | null;
  /** Earliest time of the next charge; null where the shop decides, or nothing is charged any more. */
  nextChargeAt: Date | null;
}

/** The mandate that a payment registers or is charged under, as its payer sees it. */
export interface PayerMandate extends ActiveMandate {
  /**
   * - `offered`: the payer can agree to it on the page, with a code typed there
   * - `begun`: a code was given for it, here or by the shop
   * - `charged`: the payment is a charge under it
   */
  part: 'offered' | 'begun' | 'charged';
  /** A charge that the payer has to confirm on the page before it is made. */
  awaitsPayer: boolean;
}

/** Recurring payments as the page of a payment shows them. */
export interface PayerRecurring {
  /** null until the shop has given its terms. */
  mandate: PayerMandate | null;
  /** Changes whenever the mandate or its charge changes. */
  state: string | null;
  /** Banks whose apps take mandates. */
  banks: readonly RecurringBank[];
}
