import { isWellFormed } from '../../../common/validation/well-formed.js';
import { type Exchanged } from '../../exchange/http-exchange.js';
import { jsonMembers } from '../../exchange/json-members.js';
import type { AttemptOutcome, AttemptResult, NotFound, NotSent } from '../port/attempt.js';
import { type FailureReason, reasonOfTicketCode } from '../port/failure-reasons.js';
import type { Money } from '../port/money.js';
import type { RefundOutcome, RefundResult } from '../port/refund.js';
import { toNextStep } from './sandbox-next-step.js';

const CURRENCY = /^[A-Z]{3}$/;

export type Members = Readonly<Record<string, unknown>>;

/** The acquirer's causes that are none of BLIK's. One that is not listed is still a failure. */
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

/** None of its names and causes is longer. */
const MOST_TEXT_BYTES = 200;

const NOTHING_KNOWN = { providerRef: null, data: null, rawCode: null, money: null };
const UNKNOWN: AttemptResult = { outcome: 'unknown', ...NOTHING_KNOWN, next: { kind: 'none' }, submission: null };

/** Nothing has been sent yet: it begins with the payer's code. */
export const NEEDS_CODE: AttemptResult = { ...UNKNOWN, outcome: 'pending', next: { kind: 'needsCode', alternatives: [] } };

/** The answer to a call that begins something. */
export function toBegun(exchanged: Exchanged): AttemptResult | NotSent {
  if (exchanged.outcome === 'not_sent') return { outcome: 'not_sent' };
  return isRefused(exchanged) ? { ...UNKNOWN, outcome: 'failed', reason: 'other', rawCode: 'MALFORMED' } : toAnswered(exchanged);
}

/** Only a response with status 200 counts as the acquirer's word. */
export function isWord(exchanged: Exchanged): exchanged is Extract<Exchanged, { outcome: 'answered' }> {
  return exchanged.outcome === 'answered' && exchanged.status === 200;
}

export function toAnswered(exchanged: Exchanged): AttemptResult {
  return isWord(exchanged) ? toAttemptResult(jsonMembers(exchanged.text)) : UNKNOWN;
}

export function toRefund(exchanged: Exchanged): RefundResult | NotSent {
  if (exchanged.outcome === 'not_sent') return { outcome: 'not_sent' };
  if (isRefused(exchanged)) return { outcome: 'rejected', ...NOTHING_KNOWN, rawCode: 'MALFORMED' };
  return toRefundAnswered(exchanged);
}

export function toRefundAnswered(exchanged: Exchanged): RefundResult {
  return isWord(exchanged) ? toRefundResult(jsonMembers(exchanged.text)) : { outcome: 'unknown', ...NOTHING_KNOWN };
}

/** Any 404 could come from a proxy on the way; only the acquirer's own words say that it does not know the reference. */
export function notFound(exchanged: Exchanged): NotFound | null {
  const isSaid =
    exchanged.outcome === 'answered' && exchanged.status === 404 && jsonMembers(exchanged.text)['error'] === 'UNKNOWN_REFERENCE';
  return isSaid ? { outcome: 'not_found' } : null;
}

/** Also of the body of a report. */
export function toAttemptResult(members: Members): AttemptResult {
  if (!isSumReadable(members)) return UNKNOWN;
  const { id, cause } = members;
  const code = membersOf(members['code']);
  const next = toNextStep(membersOf(members['action']), code);
  return {
    ...outcomeOf(members['state'], cause, code),
    providerRef: textOf(id),
    data: null,
    next,
    submission: textOf(code['reference']),
    rawCode: textOf(cause) ?? textOf(code['cause']),
    money: moneyOf(members),
  };
}

export function toRefundResult(members: Members): RefundResult {
  if (!isSumReadable(members)) return { outcome: 'unknown', ...NOTHING_KNOWN };
  const { id, state, cause } = members;
  const outcome = REFUND_OUTCOMES.get(state) ?? 'unknown';
  return { outcome, providerRef: textOf(id), data: null, rawCode: textOf(cause), money: moneyOf(members) };
}

/** A sum that is there and cannot be read is no sum that was left out: whatever is said of it is not understood. */
export function isSumReadable(members: Members): boolean {
  return (members['amount'] ?? null) === null || moneyOf(members) !== null;
}

function moneyOf({ amount, currency }: Members): Money | null {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || typeof currency !== 'string' || !CURRENCY.test(currency)) return null;
  return { amountMinor: amount, currency };
}

/** While the payment waits, a code that was refused is the latest word. */
function outcomeOf(state: unknown, cause: unknown, code: Members): AttemptOutcome {
  switch (state) {
    case 'WAITING':
      return code['state'] === 'FAILED' ? { outcome: 'failed', reason: reasonOf(code['cause']) } : { outcome: 'pending' };
    case 'AUTHORIZED':
      return { outcome: 'authorized' };
    case 'PAID':
      return { outcome: 'paid' };
    case 'FAILED':
      return { outcome: 'failed', reason: reasonOf(cause) };
    case 'CANCELED':
      return { outcome: 'canceled' };
    case 'EXPIRED':
      return { outcome: 'expired' };
    default:
      return { outcome: 'unknown' };
  }
}

export function reasonOf(cause: unknown): FailureReason {
  return REASONS.get(cause) ?? (typeof cause === 'string' ? reasonOfTicketCode(cause) : null) ?? 'other';
}

/** The acquirer says in its own words that it does nothing of this. */
export function isRefused(exchanged: Exchanged): boolean {
  return exchanged.outcome === 'answered' && exchanged.status === 400 && jsonMembers(exchanged.text)['result'] === 'MALFORMED';
}

export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= MOST_TEXT_BYTES && isWellFormed(value) ? value : null;
}
