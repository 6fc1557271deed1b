import type { NotSent } from '../../../connectors/acquirers/port/attempt.js';
import type { AcquirerConnector } from '../../../connectors/acquirers/port/acquirer-connector.js';
import type { RefundRequest, RefundResult } from '../../../connectors/acquirers/port/refund.js';

/** A call that may have been made before. */
export interface PreviousCall {
  /** The acquirer's name of the refund; null while it has named none. */
  providerRef: string | null;
}

/**
 * Has a channel give money back. Every call has the same reference, so it is one refund there. After a first call the channel is polled, and
 * called again only if it does not know the refund and has never named it.
 * @param earlier null: there was no call yet.
 */
export async function refundAtAcquirer(
  connector: AcquirerConnector,
  refund: RefundRequest,
  earlier: PreviousCall | null,
): Promise<RefundResult | NotSent> {
  if (!earlier) return connector.refund(refund);
  const { providerRef } = earlier;
  const asked = await connector.pollRefund({ ...refund, providerRef });
  if (asked.outcome !== 'not_found') return asked;
  return providerRef === null ? connector.refund(refund) : { outcome: 'unknown', providerRef, data: null, rawCode: null, money: null };
}
