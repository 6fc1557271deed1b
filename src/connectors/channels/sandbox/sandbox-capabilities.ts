import { CHANNELS } from '../catalogue/channel-catalogue.js';
import type { Channel } from '../catalogue/channel.js';
import type { ChannelId } from '../catalogue/channel-ids.js';
import type { ChannelCapabilities, ConnectorCapabilities } from '../port/capabilities.js';

/** The acquirer's own names where they differ; consents to recurring payments it does not know. */
const METHODS: Partial<Record<ChannelId, string | null>> = { 'blik-level0': 'blik', 'blik-recurrent': null };

/** Money that a payer has agreed to is taken only when asked for. */
const SETTLED: readonly ChannelId[] = ['paypal', 'paysafecard'];

export function sandboxMethodOf(channel: ChannelId): string | null {
  const own = METHODS[channel];
  return own === undefined ? channel : own;
}

export const SANDBOX_CAPABILITIES: ConnectorCapabilities = Object.fromEntries(
  CHANNELS.filter(({ id }) => sandboxMethodOf(id) !== null).map((channel) => [channel.id, capabilitiesOf(channel)]),
);

function capabilitiesOf({ id, type, currencies, refunds }: Channel): ChannelCapabilities {
  return {
    currencies,
    requiredPayer: [],
    ask: 'by-reference',
    reportsFailures: true,
    settles: SETTLED.includes(id),
    cancels: true,
    submits: type === 'blik' ? { alias: true } : null,
    refunds: refunds ? { partial: true, several: true, withinDays: null, secondsApart: 0 } : null,
    recurring: null,
  };
}
