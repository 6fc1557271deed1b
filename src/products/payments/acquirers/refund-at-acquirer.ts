import type { NotSent } from '../../../connectors/acquirers/port/attempt.js';
import type { AcquirerConnector } from '../../../connectors/acquirers/port/acquirer-connector.js';
import type { RefundOutcome, RefundRequest, RefundResult } from '../../../connectors/acquirers/port/refund.js';

/**
 * A status update about a refund or a reversal. `polledAt`: when the poll began. A poll after which the refund may have been sent again has
 * none, because the response may be about the repeated request.
 */
export type RefundUpdate = RefundResult & { polledAt?: Date };

/** An update whose amount was compared. `other_amount`: a definite outcome with another amount than the requested one. */
export type ComparedRefundUpdate = Omit<RefundUpdate, 'outcome'> & { outcome: RefundOutcome | 'other_amount' };

/** An earlier call for the same refund, which the acquirer may not have received. */
export interface PreviousCall {
  /** The acquirer's reference of the refund; null while the acquirer has given none. */
  providerRef: string | null;
}

/**
 * Refunds money at an acquirer. Every call has the same reference, so the acquirer makes one refund. After a first call the acquirer is polled. The
 * refund is sent again only if the acquirer does not find the refund and has never given a reference for it.
 * @param previousCall null: this is the first call.
 */
export async function refundAtAcquirer(
  connector: AcquirerConnector,
  refund: RefundRequest,
  previousCall: PreviousCall | null,
): Promise<RefundResult | NotSent> {
  if (!previousCall) return connector.refund(refund);
  const { providerRef } = previousCall;
  const polled = await connector.pollRefund({ ...refund, providerRef });
  if (polled.outcome !== 'not_found') return polled;
  return providerRef === null ? connector.refund(refund) : { outcome: 'unknown', providerRef, data: null, rawCode: null, money: null };
}
