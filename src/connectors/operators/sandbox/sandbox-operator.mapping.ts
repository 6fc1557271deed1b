import type { ChargeResult, ChargeStatus, OperatorReport, RefusalReason, ReversalResult, SendCodeResult } from '../operator.port.js';

/** What came over the wire; null stands for no answer at all. */
export interface OperatorAnswer {
  status: number;
  body: unknown;
}

/** The operators' causes in the gateway's words. One that is not listed is still a refusal. */
const REASONS = new Map<unknown, RefusalReason>([
  ['NO_FUNDS', 'insufficient_funds'],
  ['BARRED', 'blocked_by_operator'],
  ['LIMIT', 'limit_exceeded'],
  ['NOT_SERVED', 'number_not_served'],
  ['CODE_EXPIRED', 'code_expired'],
]);

export function toSendCodeResult(answer: OperatorAnswer | null): SendCodeResult {
  const { result, cause } = wordsOf(answer);
  if (result === 'SENT') return { outcome: 'sent' };
  if (result === 'REFUSED') return { outcome: 'refused', reason: reasonOf(cause) };
  return { outcome: 'unavailable' };
}

export function toChargeResult(answer: OperatorAnswer | null): ChargeResult {
  const { result, cause } = wordsOf(answer);
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

/** Any 404 could come from a proxy on the way; only the operator's own words say that it never saw the charge. */
export function toChargeStatus(answer: OperatorAnswer | null): ChargeStatus {
  if (answer?.status === 404 && membersOf(answer.body)['result'] === 'UNKNOWN_REFERENCE') return { outcome: 'not_found' };
  return toChargeResult(answer);
}

export function toReversalResult(answer: OperatorAnswer | null): ReversalResult {
  return { outcome: wordsOf(answer).result === 'REVERSED' ? 'reversed' : 'pending' };
}

export function toReport(body: unknown): OperatorReport | null {
  const { reportId, chargeReference, result, cause } = membersOf(body);
  if (!isName(reportId) || !isName(chargeReference)) return null;
  const { outcome, ...rest } = toChargeResult({ status: 200, body: { result, cause } });
  if (outcome !== 'accepted' && outcome !== 'booked' && outcome !== 'refused') return null;
  return { reportId, chargeReference, outcome, reason: 'reason' in rest ? rest.reason : null };
}

/** Only an answer with status 200 counts as the operator's word. */
function wordsOf(answer: OperatorAnswer | null): { result?: unknown; cause?: unknown } {
  return answer?.status === 200 ? membersOf(answer.body) : {};
}

function membersOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

function reasonOf(cause: unknown): RefusalReason {
  return REASONS.get(cause) ?? 'other';
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 100;
}
