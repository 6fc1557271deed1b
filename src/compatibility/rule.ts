import type { ClientTier } from '../platform/partners/tokens/client-tier.js';
import type { Facts, FactsKind } from './facts/facts.js';
import type { Json } from './json.js';

/** A call as its route declares it; the names of its parameters do not matter. */
export type Call = `${'GET' | 'POST' | 'DELETE'} /${string}`;

interface RuleHead {
  /** Its number in docs/compatibility.md. */
  readonly row: string;
  readonly tier: ClientTier;
  readonly calls: readonly Call[];
  /** Which clients need it, and what they do without. */
  readonly why: string;
}

/** What an answer gets, over what everybody gets. */
export interface AnswerRule extends RuleHead {
  /** Status instead of 200, of a success. */
  readonly status?: number;
  /** What the strict answer does not hold and has to be looked up. */
  readonly needs?: FactsKind;
  /** One record of `data`, in its new form, of a success. */
  record?(this: void, record: Json, facts: Facts): Json;
  /** The whole body of a success. */
  body?(this: void, body: Json): Json;
  /** The whole body of an error, over what every error gets (row 1). */
  error?(this: void, body: Json): Json;
}

/** What a request means that says it in other words, before it is judged. */
export interface RequestRule extends RuleHead {
  query?(this: void, query: Json): Json;
  body?(this: void, body: Json): Json;
}

const parameters = /:\w+/g;

/** For comparing the call of a rule with the route of a request. */
export const callKey = (method: string, route: string): string => `${method} ${route.replace(parameters, ':')}`;

/** The rules of each call, in their order. */
export function byCall<Rule extends RuleHead>(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const found = new Map<string, Rule[]>();
  for (const rule of rules)
    for (const call of rule.calls) {
      const [method = '', route = ''] = call.split(' ');
      const key = callKey(method, route);
      found.set(key, [...(found.get(key) ?? []), rule]);
    }
  return found;
}
