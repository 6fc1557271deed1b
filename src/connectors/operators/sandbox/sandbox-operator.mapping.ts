import { parseJsonObject } from '../../http/json-object.js';
import type { ProviderResponse } from '../../http/provider-request.js';
import type { ChargeResult, ChargeStatus, OperatorCallback, RefusalReason, ReversalResult, OperatorCodeResult } from '../operator.port.js';

/** All ids of the simulated operators are shorter. */
const MAX_ID_LENGTH = 100;

type Members = Readonly<Record<string, unknown>>;

/** The gateway's reason for each cause that operators send. A cause that is not listed becomes `other`. */
const REASON_OF_CAUSE = new Map<unknown, RefusalReason>([
  ['NO_FUNDS', 'insufficient_funds'],
  ['BARRED', 'blocked_by_operator'],
  ['LIMIT', 'limit_exceeded'],
  ['NOT_SERVED', 'number_not_served'],
  ['CODE_EXPIRED', 'code_expired'],
]);

export function toSendCodeResult(response: ProviderResponse): OperatorCodeResult {
  const { result, cause } = membersOfResult(response);
  if (result === 'SENT') return { outcome: 'sent' };
  if (result === 'REFUSED') return { outcome: 'refused', reason: reasonOf(cause) };
  return { outcome: 'unavailable' };
}

export function toChargeResult(response: ProviderResponse): ChargeResult {
  return response.outcome === 'not_sent' ? { outcome: 'not_sent' } : toChargeOutcome(membersOfResult(response));
}

/** A 404 alone may come from a proxy. Only the operator's own error code means that the operator never received the charge. */
export function toChargeStatus(response: ProviderResponse): ChargeStatus {
  const { outcome } = response;
  if (outcome === 'answered' && response.status === 404 && parseJsonObject(response.text)['result'] === 'UNKNOWN_REFERENCE')
    return { outcome: 'not_found' };
  return toChargeOutcome(membersOfResult(response));
}

export function toReversalResult(response: ProviderResponse): ReversalResult {
  return { outcome: membersOfResult(response).result === 'REVERSED' ? 'reversed' : 'pending' };
}

/** @returns null when the members are not those of a callback. */
export function toOperatorCallback({ reportId, chargeReference, result, cause }: Members): OperatorCallback | null {
  if (!isId(reportId) || !isId(chargeReference)) return null;
  const outcome = toChargeOutcome({ result, cause });
  if (outcome.outcome !== 'accepted' && outcome.outcome !== 'booked' && outcome.outcome !== 'refused') return null;
  return { reportId, chargeReference, outcome: outcome.outcome, reason: outcome.outcome === 'refused' ? outcome.reason : null };
}

function toChargeOutcome({ result, cause }: { result?: unknown; cause?: unknown }): Exclude<ChargeStatus, { outcome: 'not_found' }> {
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

/** Only a response with status 200 counts as the operator's status update. */
function membersOfResult(response: ProviderResponse): { result?: unknown; cause?: unknown } {
  return response.outcome === 'answered' && response.status === 200 ? parseJsonObject(response.text) : {};
}

function reasonOf(cause: unknown): RefusalReason {
  return REASON_OF_CAUSE.get(cause) ?? 'other';
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_ID_LENGTH;
}
