import type { ChannelCapabilities } from '../../../connectors/acquirers/port/capabilities.js';
import type { PaymentAttempt } from './payment-attempt.entity.js';

/** Whether the channel can be polled about the attempt. One of 0 is only a mandate, and the channel is polled about that instead. */
export function canBePolled({ amountMinor, providerRef }: PaymentAttempt, capabilities: ChannelCapabilities | undefined): boolean {
  if (amountMinor === 0) return false;
  return capabilities?.poll === 'by-reference' || (capabilities?.poll === 'by-provider-ref' && providerRef !== null);
}
