import { splitCommission, toGrosz } from '../model/amounts.js';
import type { ReferenceModel } from '../model/reference-model.js';
import { deductions, isBookable, deductionValue } from '../model/chargeback.js';
import type { AcquirerAttempt, Sum } from '../model/online-payment.js';
import type { Refund, RefundAcquirerState } from '../model/refund.js';
import { clearingOf, type Expected, lines, linesOf } from './entry-lines.js';
import type { EntryRow } from './observations.js';

export function paid(books: ReferenceModel, name: string, entry: EntryRow): Expected {
  const payment = books.online(name);
  if (!payment) return { why: 'there is no such payment' };
  if (payment.counted ?? payment.held) return { why: `${(payment.counted ?? payment.held)?.name} has been entered already` };
  const taken = payment.attempts.filter((attempt) => attempt.deed === 'taken' && isRequestedAmount(attempt) && attempt.unmatched === null);
  const attempt =
    taken.find(({ state }) => state === 'paid' || state === 'held') ??
    taken.find(({ channel }) => clearingOf(entry) === channel) ??
    taken[0];
  if (!attempt) return { why: 'no acquirer has taken the sum that was asked for' };
  const clearing = { [`platform:clearing:${attempt.channel}`]: payment.grosz };
  if (entry.kind === 'payment.held') {
    payment.held = attempt;
    return lines(attempt.test, { ...clearing, 'platform:held': -payment.grosz });
  }
  payment.counted = attempt;
  return lines(attempt.test, { ...clearing, ...sharesOf(attempt) });
}

export function reviewed(books: ReferenceModel, name: string, kind: string): Expected {
  const payment = books.online(name);
  const attempt = payment?.held;
  if (!payment || !attempt) return { why: 'nothing of it is held' };
  payment.held = null;
  if (kind === 'payment.refused') {
    attempt.refused = true;
    return lines(attempt.test, { 'platform:held': payment.grosz, 'platform:suspense': -payment.grosz });
  }
  payment.counted = attempt;
  return lines(attempt.test, { 'platform:held': payment.grosz, ...sharesOf(attempt) });
}

/** An acquirer may have reported several wrong amounts; the gateway first enters the one that was reported. */
export function isUnmatchedEntry(books: ReferenceModel, attempt: AcquirerAttempt | null, entry: EntryRow): Expected {
  if (!attempt?.taken) return { why: 'no acquirer has taken this' };
  if (attempt.payment.counted === attempt || attempt.payment.held === attempt) return { why: `${attempt.name} is the payment's` };
  const posted = linesOf(entry)[`platform:clearing:${attempt.channel}`];
  const said = attempt.lies.map((sum) => ({ sum, grosz: groszOf(books, attempt, sum) })).find(({ grosz }) => grosz === posted);
  attempt.unmatched = said?.grosz ?? capturedGrosz(books, attempt);
  attempt.unmatchedOf = said?.sum ?? attempt.taken;
  return suspended(attempt, 1, attempt.unmatched);
}

/** Money was given back, or its return was cancelled; each happens at most once. */
export function reversed(attempt: AcquirerAttempt | null, sign: 1 | -1): Expected {
  if (!attempt?.taken) return { why: 'no acquirer has taken this' };
  const { name, payment, returns, refusals, returnEntered } = attempt;
  const what = sign === -1 ? 'returned' : 'taken back';
  if (returnEntered.has(what)) return { why: `that it is ${what} has been entered of ${name} already` };
  if (sign === -1 && returns.size === 0) return { why: `${name} was not given back` };
  if (sign === 1 && (!returnEntered.has('returned') || ![...refusals.values()].includes('failed')))
    return { why: `${name} was not taken back` };
  returnEntered.add(what);
  return suspended(attempt, sign, attempt.unmatched ?? payment.grosz);
}

/** Another amount was entered than was taken. */
export function corrected(attempt: AcquirerAttempt | null): Expected {
  if (attempt?.unmatched == null || !isRequestedAmount(attempt)) return { why: 'the acquirer has taken no other sum than was entered' };
  const { unmatched } = attempt;
  attempt.unmatched = null;
  attempt.unmatchedOf = null;
  return suspended(attempt, -1, unmatched);
}

function suspended({ test, channel }: AcquirerAttempt, sign: 1 | -1, grosz: number): Expected {
  return lines(test, { [`platform:clearing:${channel}`]: sign * grosz, 'platform:suspense': -sign * grosz });
}

const REFUNDED: Record<string, { from: string; to: string; needs: readonly RefundAcquirerState[] | null }> = {
  'refund.reserved': { from: 'available', to: 'reserved', needs: null },
  'refund.completed': { from: 'reserved', to: 'clearing', needs: ['given', 'taken back'] },
  'refund.released': { from: 'reserved', to: 'available', needs: ['rejected', 'failed', 'taken back'] },
  'refund.taken_back': { from: 'clearing', to: 'available', needs: ['taken back'] },
};

export function refunded(refund: Refund | null, kind: string): Expected {
  const move = REFUNDED[kind];
  if (!refund || !move) return { why: 'there is no such refund' };
  const { payment, name, channel, test, deed } = refund;
  if (refund.entered.has(kind)) return { why: `that has been entered of ${name} already` };
  refund.entered.add(kind);
  if (move.needs && !move.needs.includes(deed)) return { why: `${name} is ${deed}` };
  if (!move.needs) {
    const why = reserve(refund);
    if (why !== null) return { why };
  }
  if (move.to === 'available') refund.lives = false;
  const accounts: Record<string, string> = {
    available: `partner:available ${payment.service.partnerId}`,
    reserved: `partner:reserved ${payment.service.partnerId}`,
    clearing: `platform:clearing:${channel}`,
  };
  const grosz = refund.grosz ?? 0;
  return lines(test, { [accounts[move.from] ?? '']: grosz, [accounts[move.to] ?? '']: -grosz });
}

/** @returns why it must not happen. */
function reserve(refund: Refund): string | null {
  const { payment } = refund;
  if (!payment.counted) return `${payment.name} has not been paid`;
  const all = deductions(payment).amount + refund.amount;
  if (all > payment.asked.amount) return `${all} of ${payment.asked.amount} would go back`;
  refund.grosz = deductionValue(payment, refund.amount);
  return null;
}

/** The amount taken, in grosz: at the payment's own rate, or at today's rate for another currency. */
export function capturedGrosz(books: ReferenceModel, attempt: AcquirerAttempt): number {
  return attempt.taken ? groszOf(books, attempt, attempt.taken) : 0;
}

function groszOf(books: ReferenceModel, { payment }: AcquirerAttempt, { amount, currency }: Sum): number {
  return toGrosz(amount, currency === payment.asked.currency ? payment.rate : (books.rates[currency] ?? '0'));
}

export function isRequestedAmount({ taken, asked }: AcquirerAttempt): boolean {
  return taken !== null && taken.amount === asked.amount && taken.currency === asked.currency;
}

function sharesOf({ payment, fee }: AcquirerAttempt): Record<string, number> {
  const { commission, partner } = splitCommission(payment.grosz, fee);
  return { [`partner:available ${payment.service.partnerId}`]: -partner, 'platform:commission': -commission };
}

/** A chargeback is taken from what the partner has available; the rest becomes his debt. */
export function chargedBack(books: ReferenceModel, name: string, entry: EntryRow): Expected {
  const all = (books.online(name)?.attempts ?? []).flatMap(({ chargebacks }) => chargebacks).filter((chargeback) => isBookable(chargeback));
  const posted = linesOf(entry);
  const named = all.filter((due) => due.name === entry.chargeback);
  const chargeback = named.find(({ wasDue }) => wasDue) ?? named[0];
  if (!chargeback) return { why: 'the acquirer has taken nothing back that is the partner’s to lose' };
  const grosz = deductionValue(chargeback.attempt.payment, chargeback.money.amount);
  chargeback.grosz = grosz;
  chargeback.event.isBooked = true;
  books.named(entry.reference.split(':')[1] ?? '', chargeback.name);
  const { test, channel, payment } = chargeback.attempt;
  const { partnerId } = payment.service;
  // Of two decisions that draw on a wallet at the same moment, either may be the first.
  const before = Math.min(grosz, books.ledger.availableBefore(partnerId, test));
  const available = posted[`partner:available ${partnerId}`] === before ? before : Math.min(grosz, books.ledger.available(partnerId, test));
  return lines(test, {
    [`partner:available ${partnerId}`]: available,
    [`partner:receivable ${partnerId}`]: grosz - available,
    [`platform:clearing:${channel}`]: -grosz,
  });
}
