import type { Exchanged } from '../../exchange/http-exchange.js';
import { jsonMembers } from '../../exchange/json-members.js';
import type { AliasOutcome, AliasResult } from '../port/alias.js';
import type { NotSent } from '../port/attempt.js';
import type { ConsentOutcome, ConsentResult, RevokedBy } from '../port/consent.js';
import { isRefused, isWord, type Members, membersOf, reasonOf, textOf } from './sandbox-channel.mapping.js';
import { timeOf, toNextStep } from './sandbox-next-step.js';

const REVOKED_BY = new Map<unknown, RevokedBy>([
  ['PAYER', 'payer'],
  ['SCHEME', 'scheme'],
  ['MERCHANT', 'merchant'],
]);

const SIMPLE = new Map<unknown, 'pending' | 'active' | 'expired'>([
  ['WAITING', 'pending'],
  ['ACTIVE', 'active'],
  ['EXPIRED', 'expired'],
]);

/** The answer to the call that asks for a consent. */
export function toConsentBegun(exchanged: Exchanged): ConsentResult | NotSent {
  if (exchanged.outcome === 'not_sent') return { outcome: 'not_sent' };
  const refused = { ...toConsentResult({}), outcome: 'failed', reason: 'other', rawCode: 'MALFORMED' } as const;
  return isRefused(exchanged) ? refused : toConsent(exchanged);
}

export function toConsent(exchanged: Exchanged): ConsentResult {
  return toConsentResult(isWord(exchanged) ? jsonMembers(exchanged.text) : {});
}

export function toAlias(exchanged: Exchanged): AliasResult {
  return toAliasResult(isWord(exchanged) ? jsonMembers(exchanged.text) : {});
}

/** Also of the body of a report. */
export function toConsentResult(members: Members): ConsentResult {
  return { ...consentOutcomeOf(members), ...commonOf(members), next: toNextStep(membersOf(members['action']), {}) };
}

export function toAliasResult(members: Members): AliasResult {
  return { ...aliasOutcomeOf(members), ...commonOf(members), expiresAt: timeOf(members['expires']) };
}

function consentOutcomeOf({ state, cause, endedBy }: Members): ConsentOutcome {
  if (state === 'FAILED') return { outcome: 'failed', reason: reasonOf(cause) };
  const by = state === 'REVOKED' ? REVOKED_BY.get(endedBy) : undefined;
  return by ? { outcome: 'revoked', by } : { outcome: SIMPLE.get(state) ?? 'unknown' };
}

function aliasOutcomeOf({ state, cause }: Members): AliasOutcome {
  if (state === 'FAILED') return { outcome: 'failed', reason: reasonOf(cause) };
  return { outcome: state === 'REVOKED' ? 'unregistered' : (SIMPLE.get(state) ?? 'unknown') };
}

function commonOf({ id, cause, app }: Members) {
  return { providerRef: textOf(id), data: null, appKey: textOf(app), rawCode: textOf(cause) };
}
