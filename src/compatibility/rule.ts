import type { ClientTier } from '../platform/partners/tokens/client-tier.js';
import type { Facts, FactsKind } from './facts/facts.js';
import type { Json } from './json.js';

/** A method and a route. The names of the route's parameters do not matter. */
export type Call = `${'GET' | 'POST' | 'DELETE'} /${string}`;

/** What request rules and response rules have in common. */
interface RuleHead {
  /** Number of the rule's row in docs/compatibility.md. */
  readonly row: string;
  readonly tier: ClientTier;
  readonly calls: readonly Call[];
  /** Which clients need the rule, and what breaks without the rule. */
  readonly why: string;
}

/** A change of the strict response. */
export interface ResponseRule extends RuleHead {
  /** Status of a success, instead of 200. */
  readonly status?: number;
  /** Values that the strict response lacks and that must be looked up. */
  readonly neededFacts?: FactsKind;
  /** Changes one record of `data` of a success. */
  changeRecord?(this: void, record: Json, facts: Facts): Json;
  /** Changes the body of a success. */
  changeBody?(this: void, body: Json): Json;
  /** Changes the body of an error, after `describeError` has changed it. */
  changeError?(this: void, body: Json): Json;
}

/** A change of the request before validation. */
export interface RequestRule extends RuleHead {
  changeQuery?(this: void, query: Json): Json;
  changeBody?(this: void, body: Json): Json;
}

const PARAMETER = /:\w+/g;

/** A key that is the same for a rule's call and for the route of a request. */
export const callKey = (method: string, route: string): string => `${method} ${route.replace(PARAMETER, ':')}`;

/** The rules of each call, in their order. */
export function byCall<Rule extends RuleHead>(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const rulesByCall = new Map<string, Rule[]>();
  for (const rule of rules)
    for (const call of rule.calls) {
      const [method = '', route = ''] = call.split(' ');
      const key = callKey(method, route);
      rulesByCall.set(key, [...(rulesByCall.get(key) ?? []), rule]);
    }
  return rulesByCall;
}
