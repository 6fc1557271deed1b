import type { ClientTier } from '../platform/partners/tokens/client-tier.js';
import type { Facts, FactsKind } from './facts/facts.js';
import { eachRecord, type Json } from './json.js';
import { type ResponseRule, byCall } from './rule.js';
import { RESPONSE_RULES } from './rules.js';
import { describeError, isError } from './shapes/errors.js';
import { isFor } from './tier.js';

export interface ResponseBody {
  readonly status: number;
  readonly body: Json;
}

const RULES = byCall(RESPONSE_RULES);

/** The facts that must be looked up for the response of a call. @param strict the response to a current client. */
export function requiredFacts(call: string, tier: ClientTier, strict: ResponseBody): readonly FactsKind[] {
  return successRules(call, tier, strict).flatMap(({ neededFacts }) => neededFacts ?? []);
}

/** The response that a client of the tier gets instead of the strict response. */
export function compatibleResponse(call: string, tier: ClientTier, strict: ResponseBody, facts: Facts): ResponseBody {
  if (isError(strict.body)) {
    const described = describeError(strict.body);
    return {
      ...strict,
      body: rulesOfCall(call, tier).reduce((body, { changeError }) => (changeError ? changeError(body) : body), described),
    };
  }
  return successRules(call, tier, strict).reduce((response, rule) => applyRule(rule, response, facts), strict);
}

function successRules(call: string, tier: ClientTier, { body }: ResponseBody): readonly ResponseRule[] {
  return body['success'] === true ? rulesOfCall(call, tier) : [];
}

function rulesOfCall(call: string, tier: ClientTier): readonly ResponseRule[] {
  return (RULES.get(call) ?? []).filter((rule) => isFor(rule.tier, tier));
}

function applyRule({ status, changeRecord, changeBody: shape }: ResponseRule, response: ResponseBody, facts: Facts): ResponseBody {
  const shaped = shape ? shape(response.body) : response.body;
  const body = changeRecord ? { ...shaped, data: eachRecord(shaped['data'], (item) => changeRecord(item, facts)) } : shaped;
  return { status: status ?? response.status, body };
}
