import type { RecurringCapabilities } from '../../../connectors/acquirers/port/capabilities.js';
import type { ServiceChannel } from './service-channel.js';
import { RECURRING_CHANNEL } from './channel-availability.js';

/**
 * Returns the capabilities of the connector that serves the recurring channel. null when no connector serves it, or when the connector does
 * not support recurring payments.
 */
export function recurringCapabilitiesOf(channels: readonly ServiceChannel[]): RecurringCapabilities | null {
  const recurringChannel = channels.find(({ channel }) => channel.id === RECURRING_CHANNEL);
  return recurringChannel?.connector?.capabilities[RECURRING_CHANNEL]?.recurring ?? null;
}
