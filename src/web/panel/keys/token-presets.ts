import { ABILITIES, grants } from '../../../platform/access/ability.js';
import { mayGrant, PAYMENTS_WITHOUT_REFUNDS } from '../../../platform/people/roles.js';

export const TOKEN_PRESETS = ['shop', 'refunds', 'reports', 'list'] as const;
export type TokenPreset = (typeof TOKEN_PRESETS)[number];

const CHANGING = ['create', 'delete', 'code', 'calculate', 'level0', 'autopayment'];
const LOOKING = ABILITIES.filter((ability) => !CHANGING.includes(ability.split('.').at(-1) ?? ''));

/** What a token may do that is made with a preset; `list` is chosen one by one. A person cannot give what he lacks: a preset with more than that is left out. */
export function presetsFor(held: readonly string[]): Partial<Record<TokenPreset, readonly string[]>> {
  const sells = ['directbilling.*', 'sms.*', 'events'];
  const all: Record<TokenPreset, readonly string[]> = {
    shop: [...sells, ...PAYMENTS_WITHOUT_REFUNDS],
    refunds: [...sells, 'payment.*'],
    reports: grantable(held, LOOKING),
    list: [],
  };
  return Object.fromEntries(Object.entries(all).filter(([, abilities]) => mayGrant(held, abilities)));
}

/** The abilities that a person may give to a token. */
export const grantable = (held: readonly string[], among: readonly string[] = ABILITIES): string[] =>
  among.filter((ability) => grants(held, ability));
