import type { NotSent } from '../../../connectors/channels/port/attempt.js';
import type { ChannelConnector } from '../../../connectors/channels/port/channel-connector.js';
import type { RefundRequest, RefundResult } from '../../../connectors/channels/port/refund.js';

/** What is known of a call that may have been made before. */
export interface EarlierCall {
  /** The acquirer's name of the refund; null while it has named none. */
  providerRef: string | null;
}

/**
 * Has a channel give money back, again and again under one name, which is one refund there. Once it may have been told it is asked first;
 * only when it does not know the refund, and has never named it, is it told again.
 * @param earlier null: it has never been told.
 */
export async function refundAtChannel(
  connector: ChannelConnector,
  refund: RefundRequest,
  earlier: EarlierCall | null,
): Promise<RefundResult | NotSent> {
  if (!earlier) return connector.refund(refund);
  const { providerRef } = earlier;
  const asked = await connector.askRefund({ ...refund, providerRef });
  if (asked.outcome !== 'not_found') return asked;
  return providerRef === null ? connector.refund(refund) : { outcome: 'unknown', providerRef, data: null, rawCode: null, money: null };
}
