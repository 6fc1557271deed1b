import { formatAmount, parseAmount } from '../../../src/common/money/amount.js';
import type { ProviderResponse } from '../../../src/connectors/http/provider-request.js';
import { parseJsonObject } from '../../../src/connectors/http/json-object.js';
import type { AttemptOutcome, AttemptResult } from '../../../src/connectors/acquirers/port/attempt.js';
import type { FailureReason } from '../../../src/connectors/acquirers/port/failure-reasons.js';
import type { Money } from '../../../src/connectors/acquirers/port/money.js';
import type { RefundOutcome, RefundResult } from '../../../src/connectors/acquirers/port/refund.js';

type Fields = Readonly<Record<string, unknown>>;

const OUTCOMES = new Map<unknown, Exclude<AttemptOutcome['outcome'], 'failed'>>([
  ['open', 'pending'],
  ['confirmed', 'authorized'],
  ['collected', 'paid'],
  ['withdrawn', 'canceled'],
  ['lapsed', 'expired'],
]);
const REASONS = new Map<unknown, FailureReason>([
  ['E51', 'insufficient_funds'],
  ['E61', 'limit_exceeded'],
]);
const REFUND_OUTCOMES = new Map<unknown, RefundOutcome>([
  ['queued', 'pending'],
  ['sent', 'completed'],
  ['denied', 'rejected'],
]);

/** Amounts at Paylink are decimal text, such as 12.30. */
export function toDecimal({ amountMinor }: Money): string {
  return formatAmount(amountMinor);
}

/** The outcome is `unknown` when the response is not a 200, or when its status is neither `refused` nor in `OUTCOMES`. */
export function toAttempt(response: ProviderResponse): AttemptResult {
  const fields = fieldsOf(response);
  const outcome = outcomeOf(fields);
  const isOpen = outcome.outcome === 'pending';
  return {
    ...outcome,
    providerRef: outcome.outcome === 'unknown' ? null : textOf(fields['id']),
    data: null,
    next: isOpen && typeof fields['link'] === 'string' ? { kind: 'redirect', url: fields['link'] } : { kind: 'none' },
    submission: null,
    rawCode: textOf(fields['code']),
    money: moneyOf(fields),
  };
}

export function toRefund(response: ProviderResponse): RefundResult {
  const fields = fieldsOf(response);
  const outcome = REFUND_OUTCOMES.get(fields['status']) ?? 'unknown';
  return { outcome, providerRef: textOf(fields['id']), data: null, rawCode: textOf(fields['code']), money: moneyOf(fields) };
}

/** Whether Paylink knows no such link or refund. A 404 of a proxy leaves this open: only Paylink’s own 404 has this `problem`. */
export function isNotFoundResponse(response: ProviderResponse): boolean {
  return response.outcome === 'answered' && response.status === 404 && parseJsonObject(response.text)['problem'] === 'no such link';
}

function outcomeOf({ status, code }: Fields): AttemptOutcome {
  if (status === 'refused') return { outcome: 'failed', reason: REASONS.get(code) ?? 'other' };
  return { outcome: OUTCOMES.get(status) ?? 'unknown' };
}

function moneyOf({ total, currency }: Fields): Money | null {
  const amountMinor = parseAmount(total);
  return amountMinor === null || typeof currency !== 'string' ? null : { amountMinor, currency };
}

function fieldsOf(response: ProviderResponse): Fields {
  return response.outcome === 'answered' && response.status === 200 ? parseJsonObject(response.text) : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
