import type { PayerField } from '../catalogue/channel.js';
import type { ChannelId } from '../catalogue/channel-ids.js';
import type { RecurringModel } from './consent.js';

/** What a connector can do on one channel. The product decides by these and never by the connector's name. */
export interface ChannelCapabilities {
  /** Of those in the catalogue. */
  currencies: readonly string[];
  /** Beyond what the catalogue asks for. */
  requiredPayer: readonly PayerField[];
  /** `ask` answers. `by-reference`: also when the acquirer has named no reference of its own yet. */
  ask: 'no' | 'by-provider-ref' | 'by-reference';
  /** Whether a failure is reported; otherwise the product asks, and lets the attempt expire on its own. */
  reportsFailures: boolean;
  /** Whether the money is only taken with `settle`. */
  settles: boolean;
  cancels: boolean;
  /** Whether the payer's code comes through the gateway, and an alias may stand in for it. */
  submits: { alias: boolean } | null;
  refunds: RefundCapabilities | null;
  recurring: RecurringCapabilities | null;
}

export interface RecurringCapabilities {
  models: readonly RecurringModel[];
  /** Whether a consent may come alone, with a payment of 0. */
  withoutPayment: boolean;
  /** Whose apps take consents; payers are told before they agree. */
  banks: readonly RecurringBank[];
}

export interface RecurringBank {
  name: string;
  /** The channel of the same bank, whose drawing stands for it; null where the catalogue has none. */
  mark: ChannelId | null;
}

export interface RefundCapabilities {
  partial: boolean;
  several: boolean;
  /** Counted from the payment; null: no limit is known. */
  withinDays: number | null;
  /** Between two refunds of one payment. */
  secondsApart: number;
}

/** By channel; one that is not listed is not served. */
export type ConnectorCapabilities = Readonly<Partial<Record<ChannelId, ChannelCapabilities>>>;
