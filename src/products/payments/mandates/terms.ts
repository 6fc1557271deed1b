import type { RecurringModel } from '../../../connectors/acquirers/port/mandate.js';

/** The terms that a payer consents to. Amounts are grosz. A term that the partner did not set is null. */
export interface SubscriptionTerms {
  model: RecurringModel;
  amountLimitMinor: number | null;
  totalLimitMinor: number | null;
  countLimit: number | null;
  frequency: string | null;
  initiationAt: Date | null;
  expiresAt: Date | null;
}
