import { CHANNELS } from '../catalogue/channel-catalogue.js';
import type { Channel } from '../catalogue/channel.js';
import type { ChannelId } from '../catalogue/channel-ids.js';
import type { ChannelCapabilities, ConnectorCapabilities, RecurringBank } from '../port/capabilities.js';
import { RECURRING_MODELS } from '../port/mandate.js';

/** The acquirer's own names of channels, where the names differ from the gateway's. */
const METHOD_NAMES: Partial<Record<ChannelId, string>> = { 'blik-level0': 'blik' };

/** The channel on which mandates are registered and charged. */
const MANDATE_CHANNEL: ChannelId = 'blik-recurrent';

/** The simulated banks whose apps support mandates. */
const BANKS: readonly RecurringBank[] = ['Bank Dębowy', 'Bank Morski', 'Bank Polarny'].map((name) => ({ name, mark: null }));

/** Channels on which the acquirer takes the money only after a capture. */
const CHANNELS_WITH_CAPTURE: readonly ChannelId[] = ['paypal', 'paysafecard'];

export function sandboxMethodOf(channel: ChannelId): string {
  return METHOD_NAMES[channel] ?? channel;
}

export function startsWithMandate(channel: ChannelId): boolean {
  return channel === MANDATE_CHANNEL;
}

export const SANDBOX_CAPABILITIES: ConnectorCapabilities = Object.fromEntries(
  CHANNELS.map((channel) => [channel.id, capabilitiesOf(channel)]),
);

function capabilitiesOf({ id, type, currencies, refunds }: Channel): ChannelCapabilities {
  return {
    currencies,
    requiredPayer: [],
    poll: 'by-reference',
    notifiesFailures: true,
    captures: CHANNELS_WITH_CAPTURE.includes(id),
    cancels: true,
    submits: type === 'blik' && !startsWithMandate(id) ? { alias: true } : null,
    refunds: refunds ? { partial: true, several: true, withinDays: null, secondsApart: 0 } : null,
    recurring: startsWithMandate(id) ? { models: RECURRING_MODELS, supportsSetupPayments: true, banks: BANKS } : null,
  };
}
