import type { ChannelCapabilities } from '../../../connectors/channels/port/capabilities.js';
import type { PaymentAttempt } from './payment-attempt.entity.js';

/** Whether the channel says what became of the attempt. Of one that is nothing but a consent the consent tells. */
export function canBeAsked({ amountMinor, providerRef }: PaymentAttempt, capabilities: ChannelCapabilities | undefined): boolean {
  if (amountMinor === 0) return false;
  return capabilities?.ask === 'by-reference' || (capabilities?.ask === 'by-provider-ref' && providerRef !== null);
}
