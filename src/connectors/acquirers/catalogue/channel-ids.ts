/** All channels of the gateway, in the order in which payers see the channels. */
export const CHANNEL_IDS = [
  'blik',
  'blik-level0',
  'blik-recurrent',
  'mbank',
  'pko_bp',
  'pekao',
  'santander',
  'ing',
  'millennium',
  'alior',
  'bnp_paribas',
  'credit_agricole',
  'velobank',
  'nest_bank',
  'citi_handlowy',
  'bos',
  'pocztowy',
  'inteligo',
  'card',
  'google-pay',
  'apple-pay',
  'paypal',
  'skrill',
  'neteller',
  'paysafecard',
  'paysafecash',
  'pix',
  'boleto',
] as const;
export type ChannelId = (typeof CHANNEL_IDS)[number];

export function isChannelId(value: unknown): value is ChannelId {
  return CHANNEL_IDS.some((id) => id === value);
}
