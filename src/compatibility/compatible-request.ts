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

/** Translates a request of an older client into the current API. A value that is not an object stays, and validation rejects the value later. */
export function compatibleRequest(call: string, tier: ClientTier, received: ReceivedRequest): ReceivedRequest {
  const rules = (RULES.get(call) ?? []).filter((rule) => isFor(rule.tier, tier));
  return rules.reduce(
    (result, { changeQuery, changeBody }) => ({ query: applyShape(result.query, changeQuery), body: applyShape(result.body, changeBody) }),
    received,
  );
}

const applyShape = (value: unknown, shape: ((value: Json) => Json) | undefined): unknown => (shape && isJson(value) ? shape(value) : value);
