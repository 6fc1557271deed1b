import { isWellFormed } from '../../../common/validation/well-formed.js';
import { type ProviderResponse } from '../../http/provider-request.js';
import { parseJsonObject } from '../../http/json-object.js';
import type { AttemptOutcome, AttemptResult, NotFound, NotSent } from '../port/attempt.js';
import { type FailureReason, reasonOfBlikErrorCode } from '../port/failure-reasons.js';
import type { Money } from '../port/money.js';
import type { RefundOutcome, RefundResult } from '../port/refund.js';
import { toNextStep } from './sandbox-next-step.js';

const CURRENCY = /^[A-Z]{3}$/;

export type AcquirerMembers = Readonly<Record<string, unknown>>;

/** Reasons of the acquirer's own causes. All other known causes are BLIK error codes. An unknown cause becomes `other`. */
const REASON_OF_CAUSE = new Map<unknown, FailureReason>([
  ['AUTHENTICATION_FAILED', 'authentication_failed'],
  ['INSTRUMENT_INVALID', 'instrument_invalid'],
]);

const REFUND_OUTCOMES = new Map<unknown, RefundOutcome>([
  ['PENDING', 'pending'],
  ['DONE', 'completed'],
  ['REJECTED', 'rejected'],
  ['FAILED', 'failed'],
]);

/** All references and causes of the acquirer are shorter. */
const MAX_TEXT_BYTES = 200;

const NO_DETAILS = { providerRef: null, data: null, rawCode: null, money: null };
const UNKNOWN_RESULT: AttemptResult = { outcome: 'unknown', ...NO_DETAILS, next: { kind: 'none' }, submission: null };

/** The result of a start without a request: the payer's code starts the attempt at the acquirer. */
export const NEEDS_CODE: AttemptResult = { ...UNKNOWN_RESULT, outcome: 'pending', next: { kind: 'needsCode', alternatives: [] } };

/** Maps the response to a request that starts an attempt or submits a code. */
export function toStartResult(response: ProviderResponse): AttemptResult | NotSent {
  if (response.outcome === 'not_sent') return { outcome: 'not_sent' };
  return isRefused(response) ? { ...UNKNOWN_RESULT, outcome: 'failed', reason: 'other', rawCode: 'MALFORMED' } : toPollResult(response);
}

/** Only a response with status 200 counts as the acquirer's status update. */
export function isDefinitiveResponse(response: ProviderResponse): response is Extract<ProviderResponse, { outcome: 'answered' }> {
  return response.outcome === 'answered' && response.status === 200;
}

export function toPollResult(response: ProviderResponse): AttemptResult {
  return isDefinitiveResponse(response) ? toAttemptResult(parseJsonObject(response.text)) : UNKNOWN_RESULT;
}

export function toRefundStartResult(response: ProviderResponse): RefundResult | NotSent {
  if (response.outcome === 'not_sent') return { outcome: 'not_sent' };
  if (isRefused(response)) return { outcome: 'rejected', ...NO_DETAILS, rawCode: 'MALFORMED' };
  return toRefundPollResult(response);
}

export function toRefundPollResult(response: ProviderResponse): RefundResult {
  return isDefinitiveResponse(response) ? toRefundResult(parseJsonObject(response.text)) : { outcome: 'unknown', ...NO_DETAILS };
}

/** A 404 alone may come from a proxy. Only the acquirer's own error code means that the acquirer does not know the reference. */
export function notFound(response: ProviderResponse): NotFound | null {
  const isUnknownReference =
    response.outcome === 'answered' && response.status === 404 && parseJsonObject(response.text)['error'] === 'UNKNOWN_REFERENCE';
  return isUnknownReference ? { outcome: 'not_found' } : null;
}

/** Maps the members of a response or a callback. */
export function toAttemptResult(members: AcquirerMembers): AttemptResult {
  if (!hasReadableAmount(members)) return UNKNOWN_RESULT;
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
  if (!hasReadableAmount(members)) return { outcome: 'unknown', ...NO_DETAILS };
  const { id, state, cause } = members;
  const outcome = REFUND_OUTCOMES.get(state) ?? 'unknown';
  return { outcome, providerRef: acquirerText(id), data: null, rawCode: acquirerText(cause), money: moneyOf(members) };
}

/** Whether the amount is absent or valid. With an invalid amount the outcome is `unknown`, whatever the other members are. */
export function hasReadableAmount(members: AcquirerMembers): boolean {
  return (members['amount'] ?? null) === null || moneyOf(members) !== null;
}

function moneyOf({ amount, currency }: AcquirerMembers): Money | null {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || typeof currency !== 'string' || !CURRENCY.test(currency)) return null;
  return { amountMinor: amount, currency };
}

/** If a code failed while the payment waits, the outcome is the failure of the code. */
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
  return REASON_OF_CAUSE.get(cause) ?? (typeof cause === 'string' ? reasonOfBlikErrorCode(cause) : null) ?? 'other';
}

/** Whether the acquirer has refused the request with its own error code. The request then had no effect. */
export function isRefused(response: ProviderResponse): boolean {
  return response.outcome === 'answered' && response.status === 400 && parseJsonObject(response.text)['result'] === 'MALFORMED';
}

export function acquirerMembersOf(value: unknown): AcquirerMembers {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** @returns null for a value that is no text, empty, too long or malformed. */
export function acquirerText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= MAX_TEXT_BYTES && isWellFormed(value) ? value : null;
}
