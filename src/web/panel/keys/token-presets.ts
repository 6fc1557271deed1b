import { ABILITIES, grants } from '../../../platform/access/ability.js';
import { mayGrant, PAYMENTS_WITHOUT_REFUNDS } from '../../../platform/people/roles.js';

/**
 * Sets of abilities that the form for a new token offers.
 * - `shop`: sell, without refunds
 * - `refunds`: sell and refund
 * - `reports`: only read
 * - `list`: the abilities that the person chooses one by one
 */
export const TOKEN_PRESETS = ['shop', 'refunds', 'reports', 'list'] as const;
export type TokenPreset = (typeof TOKEN_PRESETS)[number];

/** Last parts of the abilities that change something. */
const CHANGING_ACTIONS = ['create', 'delete', 'code', 'calculate', 'level0', 'autopayment'];
const READ_ABILITIES = ABILITIES.filter((ability) => !CHANGING_ACTIONS.includes(ability.split('.').at(-1) ?? ''));

/**
 * The abilities of each preset. A person cannot give abilities that the person does not have, so presets with such abilities are left out.
 */
export function presetsFor(ownAbilities: readonly string[]): Partial<Record<TokenPreset, readonly string[]>> {
  const salesAbilities = ['directbilling.*', 'sms.*', 'events'];
  const all: Record<TokenPreset, readonly string[]> = {
    shop: [...salesAbilities, ...PAYMENTS_WITHOUT_REFUNDS],
    refunds: [...salesAbilities, 'payment.*'],
    reports: grantable(ownAbilities, READ_ABILITIES),
    list: [],
  };
  return Object.fromEntries(Object.entries(all).filter(([, abilities]) => mayGrant(ownAbilities, abilities)));
}

/** The abilities that a person may give to a token. @param ownAbilities the abilities of the person */
export const grantable = (ownAbilities: readonly string[], candidates: readonly string[] = ABILITIES): string[] =>
  candidates.filter((ability) => grants(ownAbilities, ability));
