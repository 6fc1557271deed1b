import { parseMoment } from '../../../common/time/moment.js';
import type { ProviderResponse } from '../../http/provider-request.js';
import { parseJsonObject } from '../../http/json-object.js';
import type { AliasOutcome, AliasResult } from '../port/alias.js';
import type { NotSent } from '../port/attempt.js';
import type { MandateOutcome, MandateResult, RevokedBy } from '../port/mandate.js';
import {
  isRefused,
  isDefinitiveResponse,
  type AcquirerMembers,
  acquirerMembersOf,
  failureReasonOf,
  acquirerText,
} from './sandbox-acquirer.mapping.js';
import { toNextStep } from './sandbox-next-step.js';

const REVOKED_BY = new Map<unknown, RevokedBy>([
  ['PAYER', 'payer'],
  ['SCHEME', 'scheme'],
  ['MERCHANT', 'merchant'],
]);

/** Outcomes of states that need no other members. */
const STATE_OUTCOMES = new Map<unknown, 'pending' | 'active' | 'expired'>([
  ['WAITING', 'pending'],
  ['ACTIVE', 'active'],
  ['EXPIRED', 'expired'],
]);

/** Maps the response to the request for a mandate. */
export function toMandateStartResult(response: ProviderResponse): MandateResult | NotSent {
  if (response.outcome === 'not_sent') return { outcome: 'not_sent' };
  const refusedResult = { ...toMandateResult({}), outcome: 'failed', reason: 'other', rawCode: 'MALFORMED' } as const;
  return isRefused(response) ? refusedResult : toMandatePollResult(response);
}

export function toMandatePollResult(response: ProviderResponse): MandateResult {
  return toMandateResult(isDefinitiveResponse(response) ? parseJsonObject(response.text) : {});
}

export function toAliasPollResult(response: ProviderResponse): AliasResult {
  return toAliasResult(isDefinitiveResponse(response) ? parseJsonObject(response.text) : {});
}

/** Maps the members of a response or a callback. */
export function toMandateResult(members: AcquirerMembers): MandateResult {
  return { ...mandateOutcomeOf(members), ...commonFields(members), next: toNextStep(acquirerMembersOf(members['action']), {}) };
}

export function toAliasResult(members: AcquirerMembers): AliasResult {
  return { ...aliasOutcomeOf(members), ...commonFields(members), expiresAt: parseMoment(members['expires'], null) };
}

function mandateOutcomeOf({ state, cause, endedBy }: AcquirerMembers): MandateOutcome {
  if (state === 'FAILED') return { outcome: 'failed', reason: failureReasonOf(cause) };
  const by = state === 'REVOKED' ? REVOKED_BY.get(endedBy) : undefined;
  return by ? { outcome: 'revoked', by } : { outcome: STATE_OUTCOMES.get(state) ?? 'unknown' };
}

function aliasOutcomeOf({ state, cause }: AcquirerMembers): AliasOutcome {
  if (state === 'FAILED') return { outcome: 'failed', reason: failureReasonOf(cause) };
  return { outcome: state === 'REVOKED' ? 'unregistered' : (STATE_OUTCOMES.get(state) ?? 'unknown') };
}

function commonFields({ id, cause, app }: AcquirerMembers) {
  return { providerRef: acquirerText(id), data: null, appKey: acquirerText(app), rawCode: acquirerText(cause) };
}
