import type { Channel, ChannelType } from './channel.js';
import { CHANNEL_IDS, type ChannelId } from './channel-ids.js';

/** Units of time in seconds. */
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const PLN = ['PLN'];
const MAJOR_CURRENCIES = ['PLN', 'EUR', 'USD', 'GBP', 'CHF', 'CZK', 'DKK', 'NOK', 'SEK'];

type CatalogueEntry = Omit<Channel, 'id' | 'type'>;

/** Properties of channels that do not set their own. Amounts are minor units. */
const DEFAULTS = {
  minMinor: 100,
  maxMinor: 5_000_000,
  lifeSeconds: HOUR,
  timeZone: null,
  wholeDays: false,
  refunds: true,
  countries: null,
  requiredPayer: [],
};

const blik = (name: string, overrides: Partial<CatalogueEntry> = {}): CatalogueEntry => ({
  ...DEFAULTS,
  name,
  currencies: PLN,
  lifeSeconds: 10 * MINUTE,
  commission: { bp: 120, fixedMinor: 0 },
  ...overrides,
});
const transfer = (name: string): CatalogueEntry => ({ ...DEFAULTS, name, currencies: PLN, commission: { bp: 150, fixedMinor: 0 } });
const card = (name: string): CatalogueEntry => ({
  ...DEFAULTS,
  name,
  currencies: MAJOR_CURRENCIES,
  lifeSeconds: 30 * MINUTE,
  commission: { bp: 190, fixedMinor: 25 },
});
/** A wallet on the web, such as Skrill. */
const eWallet = (name: string): CatalogueEntry => ({
  ...DEFAULTS,
  name,
  currencies: MAJOR_CURRENCIES,
  commission: { bp: 290, fixedMinor: 100 },
});
const voucher = (name: string, overrides: Partial<CatalogueEntry> = {}): CatalogueEntry => ({
  ...DEFAULTS,
  name,
  currencies: MAJOR_CURRENCIES,
  maxMinor: 100_000,
  commission: { bp: 1000, fixedMinor: 0 },
  ...overrides,
});
const brazilian = (name: string, overrides: Partial<CatalogueEntry>): CatalogueEntry => ({
  ...DEFAULTS,
  name,
  currencies: ['BRL'],
  countries: ['BR'],
  timeZone: 'America/Sao_Paulo',
  commission: { bp: 350, fixedMinor: 150 },
  ...overrides,
});

/** The channels by type. The order of the catalogue is that of `CHANNEL_IDS`. */
const ENTRIES_BY_TYPE: Record<ChannelType, Partial<Record<ChannelId, CatalogueEntry>>> = {
  blik: {
    blik: blik('BLIK'),
    'blik-level0': blik('BLIK Level 0', { countries: ['PL'], requiredPayer: ['email', 'ip', 'userAgent', 'country'] }),
    // A setup payment has the amount 0.
    'blik-recurrent': blik('BLIK Recurring Payments', {
      minMinor: 0,
      countries: ['PL'],
      requiredPayer: ['email', 'ip', 'userAgent', 'country'],
    }),
  },
  transfer: {
    mbank: transfer('mBank'),
    pko_bp: transfer('PKO Bank Polski'),
    pekao: transfer('Bank Pekao'),
    santander: transfer('Santander Bank Polska'),
    ing: transfer('ING Bank Śląski'),
    millennium: transfer('Bank Millennium'),
    alior: transfer('Alior Bank'),
    bnp_paribas: transfer('BNP Paribas'),
    credit_agricole: transfer('Credit Agricole'),
    velobank: transfer('VeloBank'),
    nest_bank: transfer('Nest Bank'),
    citi_handlowy: transfer('Citi Handlowy'),
    bos: transfer('BOŚ Bank'),
    pocztowy: transfer('Bank Pocztowy'),
    inteligo: transfer('Inteligo'),
  },
  cards: { card: card('Card') },
  ewallets: {
    'google-pay': card('Google Pay'),
    'apple-pay': card('Apple Pay'),
    skrill: eWallet('Skrill'),
    neteller: eWallet('Neteller'),
  },
  paypal: { paypal: { ...eWallet('PayPal'), lifeSeconds: 3 * HOUR } },
  paysafe: {
    paysafecard: voucher('paysafecard'),
    paysafecash: voucher('paysafecash', { lifeSeconds: 3 * DAY, refunds: false }),
  },
  latam: {
    pix: brazilian('Pix', { lifeSeconds: DAY, requiredPayer: ['name', 'document'] }),
    boleto: brazilian('Boleto', { lifeSeconds: 3 * DAY, wholeDays: true, refunds: false, requiredPayer: ['name', 'email', 'document'] }),
  },
};

const CHANNEL_BY_ID = new Map(
  Object.entries(ENTRIES_BY_TYPE).flatMap(([type, entries]) =>
    Object.entries(entries).map(([id, entry]) => [id, { id, type, ...entry } as Channel] as const),
  ),
);

/** All channels, in the order in which payers see them. */
export const CHANNELS: readonly Channel[] = CHANNEL_IDS.map(channelOf);

export function channelOf(id: ChannelId): Channel {
  const channel = CHANNEL_BY_ID.get(id);
  if (!channel) throw new Error(`The catalogue has no entry for the channel ${id}`);
  return channel;
}
