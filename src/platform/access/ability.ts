import type { Area } from '../partners/services/service-status.js';

/** The abilities that endpoints require. A token has a list of these or of prefixes with a star (`payment.*`, `*`). */
export const ABILITIES = [
  'directbilling.services',
  'directbilling.services.show',
  'directbilling.services.calculate',
  'directbilling.transactions',
  'directbilling.transactions.create',
  'directbilling.transactions.show',
  'sms.services',
  'sms.services.show',
  'sms.services.code',
  'sms.services.transactions',
  'sms.services.transactions.show',
  'sms.services.numbers',
  'sms.services.numbers.show',
  'sms.numbers',
  'sms.numbers.show',
  'payment.services',
  'payment.services.show',
  'payment.channels',
  'payment.currencies',
  'payment.transactions',
  'payment.transactions.create',
  'payment.transactions.show',
  'payment.refunds',
  'payment.refunds.show',
  'payment.refunds.create',
  'payment.subscriptions',
  'payment.links',
  'payment.links.show',
  'payment.links.create',
  'payment.links.delete',
  'payment.blik.aliases',
  'payment.blik.aliases.delete',
  'payment.blik.level0',
  'payment.blik.subscriptions.create',
  'payment.blik.autopayment',
  'wallet.show',
  'wallet.entries',
  'statements.show',
  'events',
] as const;
export type Ability = (typeof ABILITIES)[number];

const BEGINNING_ABILITIES: readonly Ability[] = [
  'directbilling.transactions.create',
  'payment.transactions.create',
  'payment.links.create',
  'payment.blik.level0',
  'payment.blik.subscriptions.create',
  'payment.blik.autopayment',
];

/**
 * Whether the ability begins a payment, a mandate or a charge. Endpoints with such an ability reject requests for a service that is not
 * active.
 */
export function isBeginning(ability: Ability): boolean {
  return BEGINNING_ABILITIES.includes(ability);
}

const PARTNER_WIDE_ABILITIES: readonly string[] = ['wallet.show', 'wallet.entries', 'statements.show'];

/**
 * Whether the ability concerns the money of all the partner's services together. A token that is limited to services is denied such an
 * ability.
 */
export function isOfWholePartner(ability: string): boolean {
  return PARTNER_WIDE_ABILITIES.includes(ability);
}

/** Whether a token's list grants the ability. `payment.*` covers everything below `payment.`, `*` everything. */
export function grants(granted: readonly string[], required: string): boolean {
  return granted.some(
    (ability) => ability === '*' || ability === required || (ability.endsWith('.*') && required.startsWith(ability.slice(0, -1))),
  );
}

/** Whether the text is valid in a token's list: an ability, or a prefix of abilities with a star, such as `payment.*`. */
export function isGrant(grant: string): boolean {
  if (grant === '*') return true;
  return grant.endsWith('.*')
    ? ABILITIES.some((ability) => ability.startsWith(grant.slice(0, -1)))
    : (ABILITIES as readonly string[]).includes(grant);
}

export function areaOf(ability: Ability): Area {
  return ability.split('.', 1)[0] as Area;
}
