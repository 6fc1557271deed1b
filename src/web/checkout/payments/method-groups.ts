import type { PayerChannel } from '../../../products/payments/checkout/payment-page.js';

export type MethodGroup = 'last' | 'blik' | 'transfer' | 'cards' | 'wallets' | 'vouchers' | 'latam';

const GROUP_OF_TYPE: Record<PayerChannel['type'], MethodGroup> = {
  blik: 'blik',
  transfer: 'transfer',
  cards: 'cards',
  ewallets: 'wallets',
  paypal: 'wallets',
  paysafe: 'vouchers',
  latam: 'latam',
};

/** Wallets that contain only cards. The page shows them in the group of cards. */
const CARD_WALLETS: readonly PayerChannel['id'][] = ['google-pay', 'apple-pay'];

/**
 * Methods by group, in the service's order. The position of a group is that of its first method.
 * @param lastUsed the method that this browser remembers. This method comes first, in a group of its own.
 */
export function methodGroups(
  channels: readonly PayerChannel[],
  lastUsed: PayerChannel['id'] | null = null,
): { group: MethodGroup; channels: PayerChannel[] }[] {
  const groupOf = ({ id, type }: PayerChannel): MethodGroup => {
    if (id === lastUsed) return 'last';
    return CARD_WALLETS.includes(id) ? 'cards' : GROUP_OF_TYPE[type];
  };
  const first = channels.filter(({ id }) => id === lastUsed);
  const groups = new Set([...first, ...channels].map(groupOf));
  return [...groups].map((group) => ({ group, channels: channels.filter((channel) => groupOf(channel) === group) }));
}
