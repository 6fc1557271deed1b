import { isWellFormed } from '../../../common/validation/well-formed.js';
import { type ProviderResponse } from '../../http/provider-request.js';
import { parseJsonObject } from '../../http/json-object.js';
import type { AttemptOutcome, AttemptResult, NotFound, NotSent } from '../port/attempt.js';
import { type FailureReason, reasonOfTicketCode } from '../port/failure-reasons.js';
import type { Money } from '../port/money.js';
import type { RefundOutcome, RefundResult } from '../port/refund.js';
import { toNextStep } from './sandbox-next-step.js';

const CURRENCY = /^[A-Z]{3}$/;

export type AcquirerMembers = Readonly<Record<string, unknown>>;

/** The acquirer's causes besides BLIK's codes. One that is not listed is `other`. */
const REASONS = new Map<unknown, FailureReason>([
  ['AUTHENTICATION_FAILED', 'authentication_failed'],
  ['INSTRUMENT_INVALID', 'instrument_invalid'],
]);

const REFUND_OUTCOMES = new Map<unknown, RefundOutcome>([
  ['PENDING', 'pending'],
  ['DONE', 'completed'],
  ['REJECTED', 'rejected'],
  ['FAILED', 'failed'],
]);

/** Longer than any of the acquirer's names and causes. */
const MAX_TEXT_BYTES = 200;

const NOTHING_KNOWN = { providerRef: null, data: null, rawCode: null, money: null };
const UNKNOWN: AttemptResult = { outcome: 'unknown', ...NOTHING_KNOWN, next: { kind: 'none' }, submission: null };

/** The result before anything was sent: the attempt begins with the payer's code. */
export const NEEDS_CODE: AttemptResult = { ...UNKNOWN, outcome: 'pending', next: { kind: 'needsCode', alternatives: [] } };

/** Reads the answer to a call that begins something. */
export function toStartResult(response: ProviderResponse): AttemptResult | NotSent {
  if (response.outcome === 'not_sent') return { outcome: 'not_sent' };
  return isRefused(response) ? { ...UNKNOWN, outcome: 'failed', reason: 'other', rawCode: 'MALFORMED' } : toPollResult(response);
}

/** Only a response with status 200 counts as the acquirer's status report. */
export function isDefinitiveResponse(response: ProviderResponse): response is Extract<ProviderResponse, { outcome: 'answered' }> {
  return response.outcome === 'answered' && response.status === 200;
}

export function toPollResult(response: ProviderResponse): AttemptResult {
  return isDefinitiveResponse(response) ? toAttemptResult(parseJsonObject(response.text)) : UNKNOWN;
}

export function toRefundStartResult(response: ProviderResponse): RefundResult | NotSent {
  if (response.outcome === 'not_sent') return { outcome: 'not_sent' };
  if (isRefused(response)) return { outcome: 'rejected', ...NOTHING_KNOWN, rawCode: 'MALFORMED' };
  return toRefundPollResult(response);
}

export function toRefundPollResult(response: ProviderResponse): RefundResult {
  return isDefinitiveResponse(response) ? toRefundResult(parseJsonObject(response.text)) : { outcome: 'unknown', ...NOTHING_KNOWN };
}

/** A bare 404 could come from a proxy; only the acquirer's own error code means that it does not know the reference. */
export function notFound(response: ProviderResponse): NotFound | null {
  const isSaid =
    response.outcome === 'answered' && response.status === 404 && parseJsonObject(response.text)['error'] === 'UNKNOWN_REFERENCE';
  return isSaid ? { outcome: 'not_found' } : null;
}

/** Reads the members of an answer or of a report. */
export function toAttemptResult(members: AcquirerMembers): AttemptResult {
  if (!hasReadableAmount(members)) return UNKNOWN;
  const { id, cause } = members;
  const code = acquirerMembersOf(members['code']);
  const next = toNextStep(acquirerMembersOf(members['action']), code);
  return {
    ...outcomeOf(members['state'], cause, code),
    providerRef: acquirerText(id),
    data: null,
    next,
    submission: acquirerText(code['reference']),
    rawCode: acquirerText(cause) ?? acquirerText(code['cause']),
    money: moneyOf(members),
  };
}

export function toRefundResult(members: AcquirerMembers): RefundResult {
  if (!hasReadableAmount(members)) return { outcome: 'unknown', ...NOTHING_KNOWN };
  const { id, state, cause } = members;
  const outcome = REFUND_OUTCOMES.get(state) ?? 'unknown';
  return { outcome, providerRef: acquirerText(id), data: null, rawCode: acquirerText(cause), money: moneyOf(members) };
}

/** False for a sum that is present but unreadable: then the whole answer is not understood. An absent sum is fine. */
export function hasReadableAmount(members: AcquirerMembers): boolean {
  return (members['amount'] ?? null) === null || moneyOf(members) !== null;
}

function moneyOf({ amount, currency }: AcquirerMembers): Money | null {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || typeof currency !== 'string' || !CURRENCY.test(currency)) return null;
  return { amountMinor: amount, currency };
}

/** While the payment waits, a refused code decides the outcome. */
function outcomeOf(state: unknown, cause: unknown, code: AcquirerMembers): AttemptOutcome {
  switch (state) {
    case 'WAITING':
      return code['state'] === 'FAILED' ? { outcome: 'failed', reason: failureReasonOf(code['cause']) } : { outcome: 'pending' };
    case 'AUTHORIZED':
      return { outcome: 'authorized' };
    case 'PAID':
      return { outcome: 'paid' };
    case 'FAILED':
      return { outcome: 'failed', reason: failureReasonOf(cause) };
    case 'CANCELED':
      return { outcome: 'canceled' };
    case 'EXPIRED':
      return { outcome: 'expired' };
    default:
      return { outcome: 'unknown' };
  }
}

export function failureReasonOf(cause: unknown): FailureReason {
  return REASONS.get(cause) ?? (typeof cause === 'string' ? reasonOfTicketCode(cause) : null) ?? 'other';
}

/** Whether the acquirer has refused the call with its own error code, so that nothing was done. */
export function isRefused(response: ProviderResponse): boolean {
  return response.outcome === 'answered' && response.status === 400 && parseJsonObject(response.text)['result'] === 'MALFORMED';
}

export function acquirerMembersOf(value: unknown): AcquirerMembers {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function acquirerText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= MAX_TEXT_BYTES && isWellFormed(value) ? value : null;
}
