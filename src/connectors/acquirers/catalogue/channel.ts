import type { ChannelId } from './channel-ids.js';

/** The contract's families of channels, which partners switch on and off. */
export const CHANNEL_TYPES = ['blik', 'transfer', 'cards', 'ewallets', 'paypal', 'paysafe', 'latam'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

/** Data about a payer that a channel may require. */
export type PayerField = 'name' | 'email' | 'ip' | 'userAgent' | 'country' | 'document';

/** Properties of a channel that do not depend on the acquirer. A service may narrow them and set its own commission. */
export interface Channel {
  id: ChannelId;
  name: string;
  type: ChannelType;
  /** Currencies with two decimals, the usual one first. */
  currencies: readonly string[];
  /** In minor units of the paid currency. */
  minMinor: number;
  maxMinor: number;
  /** How long a payer may take, in seconds; an acquirer may allow less. */
  lifeSeconds: number;
  /** Time zone of its payers, in which they see times; null: the gateway's. */
  timeZone: string | null;
  /** Whether a payment may be made until the end of its last day, in that time zone. */
  wholeDays: boolean;
  /** Whether payments can be refunded through the channel. */
  refunds: boolean;
  /** Countries of its payers, ISO 3166-1 alpha-2; null: all. */
  countries: readonly string[] | null;
  requiredPayer: readonly PayerField[];
  /** The gateway's default commission: basis points and a fixed part in grosz. */
  commission: { bp: number; fixedMinor: number };
}
