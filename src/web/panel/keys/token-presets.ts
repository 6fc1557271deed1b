import { ABILITIES, grants } from '../../../platform/access/ability.js';
import { mayGrant, PAYMENTS_WITHOUT_REFUNDS } from '../../../platform/people/roles.js';

export const TOKEN_PRESETS = ['shop', 'refunds', 'reports', 'list'] as const;
export type TokenPreset = (typeof TOKEN_PRESETS)[number];

const CHANGING = ['create', 'delete', 'code', 'calculate', 'level0', 'autopayment'];
const READING = ABILITIES.filter((ability) => !CHANGING.includes(ability.split('.').at(-1) ?? ''));

/**
 * The abilities of each preset; those of `list` are chosen one by one. A person cannot give abilities that the person does not have, so
 * presets with such abilities are left out.
 */
export function presetsFor(held: readonly string[]): Partial<Record<TokenPreset, readonly string[]>> {
  const sells = ['directbilling.*', 'sms.*', 'events'];
  const all: Record<TokenPreset, readonly string[]> = {
    shop: [...sells, ...PAYMENTS_WITHOUT_REFUNDS],
    refunds: [...sells, 'payment.*'],
    reports: grantable(held, READING),
    list: [],
  };
  return Object.fromEntries(Object.entries(all).filter(([, abilities]) => mayGrant(held, abilities)));
}

/** The abilities that a person may give to a token. */
export const grantable = (held: readonly string[], among: readonly string[] = ABILITIES): string[] =>
  among.filter((ability) => grants(held, ability));
