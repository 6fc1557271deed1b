import type { Channel, ChannelType } from './channel.js';
import { CHANNEL_IDS, type ChannelId } from './channel-ids.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const PLN = ['PLN'];
const EUROPEAN = ['PLN', 'EUR', 'USD', 'GBP', 'CHF', 'CZK', 'DKK', 'NOK', 'SEK'];

type Entry = Omit<Channel, 'id' | 'type'>;

/** Defaults of most channels. */
const USUAL = {
  minMinor: 100,
  maxMinor: 5_000_000,
  lifeSeconds: HOUR,
  timeZone: null,
  wholeDays: false,
  refunds: true,
  countries: null,
  requiredPayer: [],
};

const blik = (name: string, more: Partial<Entry> = {}): Entry => ({
  ...USUAL,
  name,
  currencies: PLN,
  lifeSeconds: 10 * MINUTE,
  commission: { bp: 120, fixedMinor: 0 },
  ...more,
});
const transfer = (name: string): Entry => ({ ...USUAL, name, currencies: PLN, commission: { bp: 150, fixedMinor: 0 } });
const card = (name: string): Entry => ({
  ...USUAL,
  name,
  currencies: EUROPEAN,
  lifeSeconds: 30 * MINUTE,
  commission: { bp: 190, fixedMinor: 25 },
});
const wallet = (name: string): Entry => ({ ...USUAL, name, currencies: EUROPEAN, commission: { bp: 290, fixedMinor: 100 } });
const voucher = (name: string, more: Partial<Entry> = {}): Entry => ({
  ...USUAL,
  name,
  currencies: EUROPEAN,
  maxMinor: 100_000,
  commission: { bp: 1000, fixedMinor: 0 },
  ...more,
});
const brazilian = (name: string, more: Partial<Entry>): Entry => ({
  ...USUAL,
  name,
  currencies: ['BRL'],
  countries: ['BR'],
  timeZone: 'America/Sao_Paulo',
  commission: { bp: 350, fixedMinor: 150 },
  ...more,
});

const FAMILIES: Record<ChannelType, Partial<Record<ChannelId, Entry>>> = {
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
    skrill: wallet('Skrill'),
    neteller: wallet('Neteller'),
  },
  paypal: { paypal: { ...wallet('PayPal'), lifeSeconds: 3 * HOUR } },
  paysafe: {
    paysafecard: voucher('paysafecard'),
    paysafecash: voucher('paysafecash', { lifeSeconds: 3 * DAY, refunds: false }),
  },
  latam: {
    pix: brazilian('Pix', { lifeSeconds: DAY, requiredPayer: ['name', 'document'] }),
    boleto: brazilian('Boleto', { lifeSeconds: 3 * DAY, wholeDays: true, refunds: false, requiredPayer: ['name', 'email', 'document'] }),
  },
};

const BY_ID = new Map(
  Object.entries(FAMILIES).flatMap(([type, entries]) =>
    Object.entries(entries).map(([id, entry]) => [id, { id, type, ...entry } as Channel] as const),
  ),
);

/** All channels, in the order in which payers see them. */
export const CHANNELS: readonly Channel[] = CHANNEL_IDS.map(channelOf);

export function channelOf(id: ChannelId): Channel {
  const channel = BY_ID.get(id);
  if (!channel) throw new Error(`The catalogue has no entry for the channel ${id}`);
  return channel;
}
