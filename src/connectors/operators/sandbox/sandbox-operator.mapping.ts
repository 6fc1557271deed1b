import { jsonMembers } from '../../exchange/json-members.js';
import type { Exchanged } from '../../exchange/http-exchange.js';
import type { ChargeResult, ChargeStatus, OperatorReport, RefusalReason, ReversalResult, SendCodeResult } from '../operator.port.js';

type Members = Readonly<Record<string, unknown>>;

/** The operators' causes in the gateway's words. One that is not listed is still a refusal. */
const REASONS = new Map<unknown, RefusalReason>([
  ['NO_FUNDS', 'insufficient_funds'],
  ['BARRED', 'blocked_by_operator'],
  ['LIMIT', 'limit_exceeded'],
  ['NOT_SERVED', 'number_not_served'],
  ['CODE_EXPIRED', 'code_expired'],
]);

export function toSendCodeResult(exchanged: Exchanged): SendCodeResult {
  const { result, cause } = wordsOf(exchanged);
  if (result === 'SENT') return { outcome: 'sent' };
  if (result === 'REFUSED') return { outcome: 'refused', reason: reasonOf(cause) };
  return { outcome: 'unavailable' };
}

export function toChargeResult(exchanged: Exchanged): ChargeResult {
  return exchanged.outcome === 'not_sent' ? { outcome: 'not_sent' } : toChargeWord(wordsOf(exchanged));
}

/** Any 404 could come from a proxy on the way; only the operator's own words say that it never saw the charge. */
export function toChargeStatus(exchanged: Exchanged): ChargeStatus {
  const { outcome } = exchanged;
  if (outcome === 'answered' && exchanged.status === 404 && jsonMembers(exchanged.text)['result'] === 'UNKNOWN_REFERENCE')
    return { outcome: 'not_found' };
  return toChargeWord(wordsOf(exchanged));
}

export function toReversalResult(exchanged: Exchanged): ReversalResult {
  return { outcome: wordsOf(exchanged).result === 'REVERSED' ? 'reversed' : 'pending' };
}

export function toReport({ reportId, chargeReference, result, cause }: Members): OperatorReport | null {
  if (!isName(reportId) || !isName(chargeReference)) return null;
  const word = toChargeWord({ result, cause });
  if (word.outcome !== 'accepted' && word.outcome !== 'booked' && word.outcome !== 'refused') return null;
  return { reportId, chargeReference, outcome: word.outcome, reason: word.outcome === 'refused' ? word.reason : null };
}

function toChargeWord({ result, cause }: { result?: unknown; cause?: unknown }): Exclude<ChargeStatus, { outcome: 'not_found' }> {
  switch (result) {
    case 'ACCEPTED':
      return { outcome: 'accepted' };
    case 'BOOKED':
      return { outcome: 'booked' };
    case 'WRONG_CODE':
      return { outcome: 'wrong_code' };
    case 'REFUSED':
      return { outcome: 'refused', reason: reasonOf(cause) };
    default:
      return { outcome: 'pending' };
  }
}

/** Only a response with status 200 counts as the operator's word. */
function wordsOf(exchanged: Exchanged): { result?: unknown; cause?: unknown } {
  return exchanged.outcome === 'answered' && exchanged.status === 200 ? jsonMembers(exchanged.text) : {};
}

function reasonOf(cause: unknown): RefusalReason {
  return REASONS.get(cause) ?? 'other';
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 100;
}
