import type { RecurringCapabilities } from '../../../connectors/acquirers/port/capabilities.js';
import type { ServiceChannel } from './service-channel.js';
import { RECURRING_CHANNEL } from './channel-availability.js';

/** What the connector of the subscriptions' channel can do; null without such a connector. */
export function recurringCapabilitiesOf(channels: readonly ServiceChannel[]): RecurringCapabilities | null {
  const offer = channels.find(({ channel }) => channel.id === RECURRING_CHANNEL);
  return offer?.connector?.capabilities[RECURRING_CHANNEL]?.recurring ?? null;
}
