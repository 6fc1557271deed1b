import type { RecurringModel } from '../../../connectors/acquirers/port/mandate.js';

/** What a payer agrees to. Sums are grosz. */
export interface SubscriptionTerms {
  model: RecurringModel;
  amountLimitMinor: number | null;
  totalLimitMinor: number | null;
  countLimit: number | null;
  frequency: string | null;
  initiationAt: Date | null;
  expiresAt: Date | null;
}
