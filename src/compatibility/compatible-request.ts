import type { ClientTier } from '../platform/partners/tokens/client-tier.js';
import { isJson, type Json } from './json.js';
import { byCall } from './rule.js';
import { REQUEST_RULES } from './rules.js';
import { isFor } from './tier.js';

export interface Given {
  readonly query: unknown;
  readonly body: unknown;
}

const RULES = byCall(REQUEST_RULES);

/** What a client of this generation means by its request, in the words of the reference. What is no object stays, to be refused. */
export function compatibleRequest(call: string, tier: ClientTier, given: Given): Given {
  const rules = (RULES.get(call) ?? []).filter((rule) => isFor(rule.tier, tier));
  return rules.reduce((meant, { query, body }) => ({ query: shaped(meant.query, query), body: shaped(meant.body, body) }), given);
}

const shaped = (value: unknown, shape: ((value: Json) => Json) | undefined): unknown => (shape && isJson(value) ? shape(value) : value);
