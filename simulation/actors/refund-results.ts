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

/** Returns the acquirer's status update about a refund with the actual state, and records it in the model. */
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

/** The result of a call to the acquirer that got no response. */
export const NO_REFUND_UPDATE: RefundResult = { outcome: 'unknown', providerRef: null, data: null, rawCode: null, money: null };
