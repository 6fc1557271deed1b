import type { ChannelCapabilities } from '../../../connectors/acquirers/port/capabilities.js';
import type { PaymentAttempt } from './payment-attempt.entity.js';

/** Whether the acquirer can be polled about the attempt. For a setup payment (amount 0) the mandate is polled instead. */
export function canBePolled({ amountMinor, providerRef }: PaymentAttempt, capabilities: ChannelCapabilities | undefined): boolean {
  if (amountMinor === 0) return false;
  return capabilities?.poll === 'by-reference' || (capabilities?.poll === 'by-provider-ref' && providerRef !== null);
}
