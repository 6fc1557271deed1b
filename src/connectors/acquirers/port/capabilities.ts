import type { PayerField } from '../catalogue/channel.js';
import type { ChannelId } from '../catalogue/channel-ids.js';
import type { RecurringModel } from './mandate.js';

/** What a connector can do on one channel. The product relies on these and never on the connector's name. */
export interface ChannelCapabilities {
  /** Some or all of the catalogue's. */
  currencies: readonly string[];
  /** In addition to the catalogue's. */
  requiredPayer: readonly PayerField[];
  /** Whether `poll` works. `by-reference`: also before the acquirer has given a reference of its own. */
  poll: 'no' | 'by-provider-ref' | 'by-reference';
  /** Whether the acquirer reports failures; otherwise the product polls and lets the attempt expire. */
  notifiesFailures: boolean;
  /** Whether the money is only taken with `capture`. */
  captures: boolean;
  cancels: boolean;
  /** Set when the gateway submits the payer's code; `alias`: an alias may replace it. */
  submits: { alias: boolean } | null;
  refunds: RefundCapabilities | null;
  recurring: RecurringCapabilities | null;
}

export interface RecurringCapabilities {
  models: readonly RecurringModel[];
  /** Whether a mandate may be made without a payment (amount 0). */
  withoutPayment: boolean;
  /** Banks whose apps support mandates; payers see them before they agree. */
  banks: readonly RecurringBank[];
}

export interface RecurringBank {
  name: string;
  /** The bank's own channel, whose drawing is shown; null when the catalogue has none. */
  mark: ChannelId | null;
}

export interface RefundCapabilities {
  partial: boolean;
  several: boolean;
  /** Since the payment; null: no known limit. */
  withinDays: number | null;
  /** Between two refunds of one payment. */
  secondsApart: number;
}

/** By channel. Channels that are not listed are not served. */
export type ConnectorCapabilities = Readonly<Partial<Record<ChannelId, ChannelCapabilities>>>;
