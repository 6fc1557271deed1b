import type { ClientTier } from '../platform/partners/tokens/client-tier.js';
import type { Facts, FactsKind } from './facts/facts.js';
import type { Json } from './json.js';

/** A method and a route; the names of its parameters do not matter. */
export type Call = `${'GET' | 'POST' | 'DELETE'} /${string}`;

interface RuleHead {
  /** Its number in docs/compatibility.md. */
  readonly row: string;
  readonly tier: ClientTier;
  readonly calls: readonly Call[];
  /** Which clients need it, and what breaks without it. */
  readonly why: string;
}

/** What is added to the strict answer. */
export interface ResponseRule extends RuleHead {
  /** Status of a success, instead of 200. */
  readonly status?: number;
  /** Values that the strict answer lacks and that have to be looked up. */
  readonly needs?: FactsKind;
  /** Changes one record of `data` of a success. */
  record?(this: void, record: Json, facts: Facts): Json;
  /** Changes the body of a success. */
  body?(this: void, body: Json): Json;
  /** Changes the body of an error, after row 1. */
  error?(this: void, body: Json): Json;
}

/** How a request is read before it is validated. */
export interface RequestRule extends RuleHead {
  query?(this: void, query: Json): Json;
  body?(this: void, body: Json): Json;
}

const parameters = /:\w+/g;

/** The same text for a rule's call and a request's route. */
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
