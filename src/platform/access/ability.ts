import type { Area } from '../partners/services/service-status.js';

/** Every ability an endpoint asks for. A token holds these or prefixes with a star (`payment.*`, `*`). */
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
  'payment.blik.aliases',
  'payment.blik.aliases.delete',
  'payment.blik.level0',
  'payment.blik.subscriptions.create',
  'payment.blik.autopayment',
] as const;
export type Ability = (typeof ABILITIES)[number];

/** Whether a token's list grants the ability. `payment.*` covers everything below `payment.`, `*` everything. */
export function grants(held: readonly string[], wanted: Ability): boolean {
  return held.some(
    (ability) => ability === '*' || ability === wanted || (ability.endsWith('.*') && wanted.startsWith(ability.slice(0, -1))),
  );
}

/** Whether a word may stand in a token's list: an ability, or a prefix of one with a star. */
export function isGrant(word: string): boolean {
  if (word === '*') return true;
  return word.endsWith('.*')
    ? ABILITIES.some((ability) => ability.startsWith(word.slice(0, -1)))
    : (ABILITIES as readonly string[]).includes(word);
}

export function areaOf(ability: Ability): Area {
  return ability.split('.', 1)[0] as Area;
}
