import type { RefundOutcome, RefundResult } from '../../src/connectors/acquirers/port/refund.js';
import type { Refund, RefundAcquirerState } from '../model/refund.js';

const OUTCOMES: Record<RefundAcquirerState, RefundOutcome> = {
  unseen: 'unknown',
  pending: 'pending',
  given: 'completed',
  rejected: 'rejected',
  failed: 'failed',
  'taken back': 'failed',
};

/** The acquirer's true answer about a refund, which the model notes. */
export function refundResult(refund: Refund): RefundResult {
  const outcome = OUTCOMES[refund.actualState];
  refund.reportedOutcomes.add(`refund ${outcome}`);
  return {
    outcome,
    providerRef: refund.actualState === 'unseen' ? null : `rf-${refund.reference}`,
    data: null,
    rawCode: null,
    money: null,
  };
}

export const NO_REFUND_UPDATE: RefundResult = { outcome: 'unknown', providerRef: null, data: null, rawCode: null, money: null };
