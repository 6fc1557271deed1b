import type { RefundOutcome, RefundResult } from '../../src/connectors/acquirers/port/refund.js';
import type { Refund, RefundAcquirerState } from '../model/refund.js';

const OUTCOME_OF_STATE: Record<RefundAcquirerState, RefundOutcome> = {
  unseen: 'unknown',
  pending: 'pending',
  completed: 'completed',
  rejected: 'rejected',
  failed: 'failed',
  reversed: 'failed',
};

/** The acquirer's status update about a refund, by its records. It is recorded in the model. */
export function actualRefundResult(refund: Refund): RefundResult {
  const outcome = OUTCOME_OF_STATE[refund.actualState];
  refund.reportedOutcomes.add(`refund ${outcome}`);
  return {
    outcome,
    providerRef: refund.actualState === 'unseen' ? null : `rf-${refund.reference}`,
    data: null,
    rawCode: null,
    money: null,
  };
}

/** What the gateway gets when the acquirer did not respond. */
export const NO_REFUND_UPDATE: RefundResult = { outcome: 'unknown', providerRef: null, data: null, rawCode: null, money: null };
