import type { RecurringCapabilities } from '../../../connectors/channels/port/capabilities.js';
import type { ServiceChannel } from './service-channel.js';
import { RECURRING_CHANNEL } from './why-unusable.js';

/** What whoever serves the channel of subscriptions can do; null where nobody does. */
export function recurringOf(channels: readonly ServiceChannel[]): RecurringCapabilities | null {
  const offer = channels.find(({ channel }) => channel.id === RECURRING_CHANNEL);
  return offer?.connector?.capabilities[RECURRING_CHANNEL]?.recurring ?? null;
}
