import { formatAmount, parseAmount } from '../../../src/common/money/amount.js';
import type { ProviderResponse } from '../../../src/connectors/http/provider-request.js';
import { parseJsonObject } from '../../../src/connectors/http/json-object.js';
import type { AttemptOutcome, AttemptResult } from '../../../src/connectors/acquirers/port/attempt.js';
import type { FailureReason } from '../../../src/connectors/acquirers/port/failure-reasons.js';
import type { Money } from '../../../src/connectors/acquirers/port/money.js';
import type { RefundOutcome, RefundResult } from '../../../src/connectors/acquirers/port/refund.js';

type Members = Readonly<Record<string, unknown>>;

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

/** Paylink's amounts are decimal text. */
export function toDecimal({ amountMinor }: Money): string {
  return formatAmount(amountMinor);
}

/** Only a 200 is Paylink's word, and only a status that is listed here is one. */
export function toAttempt(exchanged: ProviderResponse): AttemptResult {
  const said = wordsOf(exchanged);
  const outcome = outcomeOf(said);
  const isOpen = outcome.outcome === 'pending';
  return {
    ...outcome,
    providerRef: outcome.outcome === 'unknown' ? null : textOf(said['id']),
    data: null,
    next: isOpen && typeof said['link'] === 'string' ? { kind: 'redirect', url: said['link'] } : { kind: 'none' },
    submission: null,
    rawCode: textOf(said['code']),
    money: moneyOf(said),
  };
}

export function toRefund(exchanged: ProviderResponse): RefundResult {
  const said = wordsOf(exchanged);
  const outcome = REFUND_OUTCOMES.get(said['status']) ?? 'unknown';
  return { outcome, providerRef: textOf(said['id']), data: null, rawCode: textOf(said['code']), money: moneyOf(said) };
}

/** A 404 from a proxy says nothing: Paylink's own names what it does not have. */
export function isUnknownLink(exchanged: ProviderResponse): boolean {
  return exchanged.outcome === 'answered' && exchanged.status === 404 && parseJsonObject(exchanged.text)['problem'] === 'no such link';
}

function outcomeOf({ status, code }: Members): AttemptOutcome {
  if (status === 'refused') return { outcome: 'failed', reason: REASONS.get(code) ?? 'other' };
  return { outcome: OUTCOMES.get(status) ?? 'unknown' };
}

function moneyOf({ total, currency }: Members): Money | null {
  const amountMinor = parseAmount(total);
  return amountMinor === null || typeof currency !== 'string' ? null : { amountMinor, currency };
}

function wordsOf(exchanged: ProviderResponse): Members {
  return exchanged.outcome === 'answered' && exchanged.status === 200 ? parseJsonObject(exchanged.text) : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
