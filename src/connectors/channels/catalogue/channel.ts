import type { ChannelId } from './channel-ids.js';

/** The families of the contract, as partners switch them on and off. */
export const CHANNEL_TYPES = ['blik', 'transfer', 'cards', 'ewallets', 'paypal', 'paysafe', 'latam'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

/** What a payer can be known by. */
export type PayerField = 'name' | 'email' | 'ip' | 'userAgent' | 'country' | 'document';

/** What is true of a way to pay, whoever the acquirer is. A service may narrow it and set its own commission. */
export interface Channel {
  id: ChannelId;
  name: string;
  type: ChannelType;
  /** Of two decimals, the usual one first. */
  currencies: readonly string[];
  /** Of the currency that is paid in. */
  minMinor: number;
  maxMinor: number;
  /** How long a payer may take, in seconds, unless the acquirer says less. */
  lifeSeconds: number;
  /** Where it is paid, when that is not here: times are told by the clocks there. */
  timeZone: string | null;
  /** Whether the last day counts to its end there. */
  wholeDays: boolean;
  /** Whether money can be given back the way it came. */
  refunds: boolean;
  /** ISO 3166-1 alpha-2 of the payers that can use it; null: all. */
  countries: readonly string[] | null;
  requiredPayer: readonly PayerField[];
  /** What the gateway keeps by default, in basis points and as a fixed part in grosz. */
  commission: { bp: number; fixedMinor: number };
}
