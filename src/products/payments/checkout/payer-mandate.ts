import type { RecurringBank } from '../../../connectors/acquirers/port/capabilities.js';
import type { ConsentEvidence } from '../mandates/consent-evidence.js';
import type { SubscriptionStatus } from '../subscriptions/states.js';
import type { SubscriptionTerms } from '../mandates/terms.js';

/** A mandate that the payer has confirmed, is confirming, or is offered. */
export interface MandateSummary {
  /** null while the mandate is only offered. */
  subscriptionId: string | null;
  /** Label of the mandate in the bank's app. */
  label: string;
  terms: SubscriptionTerms;
  /** null while the mandate is only offered. */
  status: SubscriptionStatus | null;
  /** Evidence of the consent on a page of the gateway. null when the payer consented elsewhere. */
  consentEvidence: ConsentEvidence | null;
  /** Earliest time of the next charge. null when no more charge is allowed, or when only the partner decides the time. */
  nextChargeAt: Date | null;
}

/** The mandate that a payment registers or is charged under, as its payer sees it. */
export interface PayerMandate extends MandateSummary {
  /**
   * - `offered`: the payer can consent on the page with a BLIK code
   * - `begun`: a code was sent for the mandate, from the page or by the partner
   * - `charged`: the payment is a charge under the mandate
   */
  part: 'offered' | 'begun' | 'charged';
  /** The payer has to confirm the charge on the page before it is sent. */
  awaitsPayer: boolean;
}

/** Recurring payments as the page of a payment shows them. */
export interface PayerRecurring {
  /** null while there is neither an offer nor a subscription. */
  mandate: PayerMandate | null;
  /** See `mandate-status-sql.ts`. Changes whenever the mandate or its charge changes. */
  state: string | null;
  /** Banks whose apps support mandates. */
  banks: readonly RecurringBank[];
}
