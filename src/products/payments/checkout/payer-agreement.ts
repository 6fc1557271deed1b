import type { RecurringBank } from '../../../connectors/channels/port/capabilities.js';
import type { ConsentShown } from '../mandates/consent-shown.js';
import type { SubscriptionStatus } from '../subscriptions/subscription-transitions.js';
import type { SubscriptionTerms } from '../mandates/terms.js';

/** What a payer sees of the agreement that a payment begins or is charged under. */
export interface PayerAgreement {
  /**
   * - `offered`: the payer can agree to it on the page, with a code typed there
   * - `begun`: a code was given for it, here or by the shop
   * - `charged`: the payment is a charge under it
   */
  part: 'offered' | 'begun' | 'charged';
  /** What the bank's app lists it by. */
  label: string;
  terms: SubscriptionTerms;
  /** null while it is only offered. */
  status: SubscriptionStatus | null;
  /** The proof of what was agreed to on a page of the gateway. */
  shown: ConsentShown | null;
  /** From when on it may be charged next; null where the shop decides that, or nothing is charged any more. */
  nextChargeAt: Date | null;
  /** A charge that the payer has to confirm on the page before it is made. */
  awaitsPayer: boolean;
}

/** Recurring payments as the page of a payment shows them. */
export interface PayerRecurring {
  /** null until the shop has named one. */
  agreement: PayerAgreement | null;
  /** Another word as soon as something about it has changed. */
  word: string | null;
  /** Whose apps take consents. */
  banks: readonly RecurringBank[];
}
