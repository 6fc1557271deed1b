import type { ChannelId } from './channel-ids.js';

/**
 * The contract's types of channels, which partners switch on and off. `transfer` are transfers by Polish banks, `latam` the channels of
 * Latin America, such as Pix.
 */
export const CHANNEL_TYPES = ['blik', 'transfer', 'cards', 'ewallets', 'paypal', 'paysafe', 'latam'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

/**
 * Data about a payer that a channel may require. `country` is ISO 3166-1 alpha-2. `document` is a national number such as CPF or CNPJ, in
 * digits.
 */
export type PayerField = 'name' | 'email' | 'ip' | 'userAgent' | 'country' | 'document';

/** Properties of a channel that do not depend on the acquirer. A service may restrict them and set its own commission. */
export interface Channel {
  id: ChannelId;
  name: string;
  type: ChannelType;
  /** Currencies with two decimals. The most common currency comes first. */
  currencies: readonly string[];
  /** In minor units of the paid currency. */
  minMinor: number;
  maxMinor: number;
  /** How long a payer may take to pay, in seconds. An acquirer may allow less time. */
  lifeSeconds: number;
  /** Time zone in which payers of this channel see times. null means the gateway's time zone. */
  timeZone: string | null;
  /** Whether a payment expires only at the end of its last day, in the time zone of the channel. */
  wholeDays: boolean;
  /** Whether payments can be refunded through the channel. */
  refunds: boolean;
  /** Countries of payers, ISO 3166-1 alpha-2. null means all countries. */
  countries: readonly string[] | null;
  requiredPayer: readonly PayerField[];
  /** The gateway's default commission: basis points and a fixed part in grosz. */
  commission: { bp: number; fixedMinor: number };
}
