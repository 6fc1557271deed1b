import type { PayerField } from '../catalogue/channel.js';
import type { ChannelId } from '../catalogue/channel-ids.js';
import type { RecurringModel } from './mandate.js';

/** What a connector supports on one channel. The product decides by capabilities and never by the connector's name. */
export interface ChannelCapabilities {
  /** Some or all of the currencies that the catalogue has for the channel. */
  currencies: readonly string[];
  /** In addition to the fields that the catalogue requires. */
  requiredPayer: readonly PayerField[];
  /** Whether `poll` works. `by-reference`: also before the acquirer has sent its own reference. */
  poll: 'no' | 'by-provider-ref' | 'by-reference';
  /** Whether the acquirer sends callbacks about failures. Otherwise the product polls and lets the attempt expire. */
  notifiesFailures: boolean;
  /** Whether the acquirer takes the money only after `capture`. */
  captures: boolean;
  /** Whether `cancel` works. */
  cancels: boolean;
  /** Set when the gateway submits the payer's code, null otherwise. `alias`: whether an alias may replace the code. */
  submits: { alias: boolean } | null;
  refunds: RefundCapabilities | null;
  recurring: RecurringCapabilities | null;
}

export interface RecurringCapabilities {
  models: readonly RecurringModel[];
  /** Whether the acquirer supports setup payments, which have the amount 0. */
  supportsSetupPayments: boolean;
  /** Banks whose apps support mandates. Payers see the list before the consent. */
  banks: readonly RecurringBank[];
}

export interface RecurringBank {
  name: string;
  /** The bank's own channel, whose mark is shown. null when the catalogue has no such channel. */
  mark: ChannelId | null;
}

export interface RefundCapabilities {
  /** Whether less than the whole payment can be refunded. */
  partial: boolean;
  /** Whether a payment can have more than one refund. */
  several: boolean;
  /** Maximum number of days since the payment. null when no limit is known. */
  withinDays: number | null;
  /** Minimum seconds between two refunds of one payment. */
  secondsApart: number;
}

/** Capabilities by channel. The connector does not serve channels that are missing. */
export type ConnectorCapabilities = Readonly<Partial<Record<ChannelId, ChannelCapabilities>>>;
