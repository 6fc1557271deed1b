import type { ClientTier } from '../platform/partners/tokens/client-tier.js';
import { isJson, type Json } from './json.js';
import { byCall } from './rule.js';
import { REQUEST_RULES } from './rules.js';
import { isFor } from './tier.js';

export interface ReceivedRequest {
  readonly query: unknown;
  readonly body: unknown;
}

const RULES = byCall(REQUEST_RULES);

/** The request of such a client as the reference has it. A value that is no object stays, and is refused later. */
export function compatibleRequest(call: string, tier: ClientTier, given: ReceivedRequest): ReceivedRequest {
  const rules = (RULES.get(call) ?? []).filter((rule) => isFor(rule.tier, tier));
  return rules.reduce((meant, { query, body }) => ({ query: shaped(meant.query, query), body: shaped(meant.body, body) }), given);
}

const shaped = (value: unknown, shape: ((value: Json) => Json) | undefined): unknown => (shape && isJson(value) ? shape(value) : value);
