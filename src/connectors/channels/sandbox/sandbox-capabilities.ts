import { CHANNELS } from '../catalogue/channel-catalogue.js';
import type { Channel } from '../catalogue/channel.js';
import type { ChannelId } from '../catalogue/channel-ids.js';
import type { ChannelCapabilities, ConnectorCapabilities, RecurringBank } from '../port/capabilities.js';
import { RECURRING_MODELS } from '../port/consent.js';

/** The acquirer's own names where they differ. */
const METHODS: Partial<Record<ChannelId, string>> = { 'blik-level0': 'blik' };

/** Consents, and charges under them. */
const BY_CONSENT: ChannelId = 'blik-recurrent';

/** The banks whose apps are simulated there. */
const BANKS: readonly RecurringBank[] = ['Bank Dębowy', 'Bank Morski', 'Bank Polarny'].map((name) => ({ name, mark: null }));

/** Money that a payer has agreed to is taken only when asked for. */
const SETTLED: readonly ChannelId[] = ['paypal', 'paysafecard'];

export function sandboxMethodOf(channel: ChannelId): string {
  return METHODS[channel] ?? channel;
}

export function isBegunByConsent(channel: ChannelId): boolean {
  return channel === BY_CONSENT;
}

export const SANDBOX_CAPABILITIES: ConnectorCapabilities = Object.fromEntries(
  CHANNELS.map((channel) => [channel.id, capabilitiesOf(channel)]),
);

function capabilitiesOf({ id, type, currencies, refunds }: Channel): ChannelCapabilities {
  return {
    currencies,
    requiredPayer: [],
    ask: 'by-reference',
    reportsFailures: true,
    settles: SETTLED.includes(id),
    cancels: true,
    submits: type === 'blik' && !isBegunByConsent(id) ? { alias: true } : null,
    refunds: refunds ? { partial: true, several: true, withinDays: null, secondsApart: 0 } : null,
    recurring: isBegunByConsent(id) ? { models: RECURRING_MODELS, withoutPayment: true, banks: BANKS } : null,
  };
}
