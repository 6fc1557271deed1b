import type { PaymentLink } from './payment-link.entity.js';

/** Why no payment can be created with a link. `used`: the payment of a single-use link was paid. */
export const LINK_CLOSED_REASONS = ['disabled', 'used', 'expired'] as const;
export type LinkClosedReason = (typeof LINK_CLOSED_REASONS)[number];

/** @param isUsed whether the link is for single use and was paid. @returns null while payments can be created. */
export function linkClosedReason(link: Pick<PaymentLink, 'status' | 'expiresAt'>, isUsed: boolean, now: Date): LinkClosedReason | null {
  if (link.status === 'link_disabled') return 'disabled';
  if (isUsed) return 'used';
  return link.expiresAt !== null && link.expiresAt <= now ? 'expired' : null;
}
