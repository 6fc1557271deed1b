import type { PayerChannel } from '../../../products/payments/checkout/payment-page.js';

/** How payers meet the methods: those of Poland first, the most used ones on top. */
export const METHOD_GROUPS = ['blik', 'transfer', 'cards', 'wallets', 'vouchers', 'latam'] as const;
export type MethodGroup = (typeof METHOD_GROUPS)[number];

const GROUP_OF_TYPE: Record<PayerChannel['type'], MethodGroup> = {
  blik: 'blik',
  transfer: 'transfer',
  cards: 'cards',
  ewallets: 'wallets',
  paypal: 'wallets',
  paysafe: 'vouchers',
  latam: 'latam',
};

/** Wallets that hold nothing but cards. */
const OF_CARDS: readonly PayerChannel['id'][] = ['google-pay', 'apple-pay'];

/** Methods by group; groups without any are left out. */
export function methodGroups(channels: readonly PayerChannel[]): { group: MethodGroup; channels: PayerChannel[] }[] {
  return METHOD_GROUPS.map((group) => ({ group, channels: channels.filter((channel) => groupOf(channel) === group) })).filter(
    (each) => each.channels.length > 0,
  );
}

function groupOf({ id, type }: PayerChannel): MethodGroup {
  return OF_CARDS.includes(id) ? 'cards' : GROUP_OF_TYPE[type];
}
