import { splitCommission, toPlnMinor } from '../model/amounts.js';
import type { ReferenceModel } from '../model/reference-model.js';
import { deductions, isBookable, deductionValue } from '../model/chargeback.js';
import type { AcquirerAttempt, Sum } from '../model/online-payment.js';
import type { Refund, RefundAcquirerState } from '../model/refund.js';
import { clearingOf, type ExpectedEntry, lines, linesOf } from './entry-lines.js';
import type { EntryRow } from './observations.js';

export function paid(model: ReferenceModel, name: string, entry: EntryRow): ExpectedEntry {
  const payment = model.onlinePayment(name);
  if (!payment) return { why: 'there is no such payment' };
  if (payment.bookedAttempt ?? payment.heldAttempt)
    return { why: `${(payment.bookedAttempt ?? payment.heldAttempt)?.name} has been entered already` };
  const taken = payment.attempts.filter(
    (attempt) => attempt.actualState === 'taken' && isRequestedAmount(attempt) && attempt.suspensePln === null,
  );
  const attempt =
    taken.find(({ state }) => state === 'paid' || state === 'held') ??
    taken.find(({ channel }) => clearingOf(entry) === channel) ??
    taken[0];
  if (!attempt) return { why: 'no acquirer has taken the sum that was asked for' };
  const clearing = { [`platform:clearing:${attempt.channel}`]: payment.plnMinor };
  if (entry.kind === 'payment.held') {
    payment.heldAttempt = attempt;
    return lines(attempt.test, { ...clearing, 'platform:held': -payment.plnMinor });
  }
  payment.bookedAttempt = attempt;
  return lines(attempt.test, { ...clearing, ...sharesOf(attempt) });
}

export function reviewed(model: ReferenceModel, name: string, kind: string): ExpectedEntry {
  const payment = model.onlinePayment(name);
  const attempt = payment?.heldAttempt;
  if (!payment || !attempt) return { why: 'nothing of it is held' };
  payment.heldAttempt = null;
  if (kind === 'payment.refused') {
    attempt.isFraud = true;
    return lines(attempt.test, { 'platform:held': payment.plnMinor, 'platform:suspense': -payment.plnMinor });
  }
  payment.bookedAttempt = attempt;
  return lines(attempt.test, { 'platform:held': payment.plnMinor, ...sharesOf(attempt) });
}

/** An acquirer may have reported several wrong amounts; the gateway first enters the one that was reported. */
export function expectedSuspenseEntry(model: ReferenceModel, attempt: AcquirerAttempt | null, entry: EntryRow): ExpectedEntry {
  if (!attempt?.taken) return { why: 'no acquirer has taken this' };
  if (attempt.payment.bookedAttempt === attempt || attempt.payment.heldAttempt === attempt)
    return { why: `${attempt.name} is the payment's` };
  const posted = linesOf(entry)[`platform:clearing:${attempt.channel}`];
  const said = attempt.wrongReports
    .map((sum) => ({ sum, plnMinor: plnMinorOf(model, attempt, sum) }))
    .find(({ plnMinor }) => plnMinor === posted);
  attempt.suspensePln = said?.plnMinor ?? capturedPln(model, attempt);
  attempt.suspenseSum = said?.sum ?? attempt.taken;
  return suspended(attempt, 1, attempt.suspensePln);
}

/** Money was given back, or its return was cancelled; each happens at most once. */
export function reversed(attempt: AcquirerAttempt | null, sign: 1 | -1): ExpectedEntry {
  if (!attempt?.taken) return { why: 'no acquirer has taken this' };
  const { name, payment, reversals, rejectedReversals, reversalEntries } = attempt;
  const what = sign === -1 ? 'returned' : 'taken back';
  if (reversalEntries.has(what)) return { why: `that it is ${what} has been entered of ${name} already` };
  if (sign === -1 && reversals.size === 0) return { why: `${name} was not given back` };
  if (sign === 1 && (!reversalEntries.has('returned') || ![...rejectedReversals.values()].includes('failed')))
    return { why: `${name} was not taken back` };
  reversalEntries.add(what);
  return suspended(attempt, sign, attempt.suspensePln ?? payment.plnMinor);
}

/** Another amount was entered than was taken. */
export function corrected(attempt: AcquirerAttempt | null): ExpectedEntry {
  if (attempt?.suspensePln == null || !isRequestedAmount(attempt)) return { why: 'the acquirer has taken no other sum than was entered' };
  const { suspensePln } = attempt;
  attempt.suspensePln = null;
  attempt.suspenseSum = null;
  return suspended(attempt, -1, suspensePln);
}

function suspended({ test, channel }: AcquirerAttempt, sign: 1 | -1, plnMinor: number): ExpectedEntry {
  return lines(test, { [`platform:clearing:${channel}`]: sign * plnMinor, 'platform:suspense': -sign * plnMinor });
}

const REFUNDED: Record<string, { from: string; to: string; needs: readonly RefundAcquirerState[] | null }> = {
  'refund.reserved': { from: 'available', to: 'reserved', needs: null },
  'refund.completed': { from: 'reserved', to: 'clearing', needs: ['given', 'taken back'] },
  'refund.released': { from: 'reserved', to: 'available', needs: ['rejected', 'failed', 'taken back'] },
  'refund.taken_back': { from: 'clearing', to: 'available', needs: ['taken back'] },
};

export function refunded(refund: Refund | null, kind: string): ExpectedEntry {
  const move = REFUNDED[kind];
  if (!refund || !move) return { why: 'there is no such refund' };
  const { payment, name, channel, test, actualState } = refund;
  if (refund.postedEntries.has(kind)) return { why: `that has been entered of ${name} already` };
  refund.postedEntries.add(kind);
  if (move.needs && !move.needs.includes(actualState)) return { why: `${name} is ${actualState}` };
  if (!move.needs) {
    const why = reserve(refund);
    if (why !== null) return { why };
  }
  if (move.to === 'available') refund.isActive = false;
  const accounts: Record<string, string> = {
    available: `partner:available ${payment.service.partnerId}`,
    reserved: `partner:reserved ${payment.service.partnerId}`,
    clearing: `platform:clearing:${channel}`,
  };
  const plnMinor = refund.reservedPln ?? 0;
  return lines(test, { [accounts[move.from] ?? '']: plnMinor, [accounts[move.to] ?? '']: -plnMinor });
}

/** @returns why it must not happen. */
function reserve(refund: Refund): string | null {
  const { payment } = refund;
  if (!payment.bookedAttempt) return `${payment.name} has not been paid`;
  const all = deductions(payment).amount + refund.amount;
  if (all > payment.requested.amount) return `${all} of ${payment.requested.amount} would go back`;
  refund.reservedPln = deductionValue(payment, refund.amount);
  return null;
}

/** The amount taken, in grosz: at the payment's own rate, or at today's rate for another currency. */
export function capturedPln(model: ReferenceModel, attempt: AcquirerAttempt): number {
  return attempt.taken ? plnMinorOf(model, attempt, attempt.taken) : 0;
}

function plnMinorOf(model: ReferenceModel, { payment }: AcquirerAttempt, { amount, currency }: Sum): number {
  return toPlnMinor(amount, currency === payment.requested.currency ? payment.rate : (model.rates[currency] ?? '0'));
}

export function isRequestedAmount({ taken, requested }: AcquirerAttempt): boolean {
  return taken !== null && taken.amount === requested.amount && taken.currency === requested.currency;
}

function sharesOf({ payment, fee }: AcquirerAttempt): Record<string, number> {
  const { commission, partner } = splitCommission(payment.plnMinor, fee);
  return { [`partner:available ${payment.service.partnerId}`]: -partner, 'platform:commission': -commission };
}

/** A chargeback is taken from what the partner has available; the rest becomes his debt. */
export function chargedBack(model: ReferenceModel, name: string, entry: EntryRow): ExpectedEntry {
  const all = (model.onlinePayment(name)?.attempts ?? [])
    .flatMap(({ chargebacks }) => chargebacks)
    .filter((chargeback) => isBookable(chargeback));
  const posted = linesOf(entry);
  const named = all.filter((due) => due.name === entry.chargeback);
  const chargeback = named.find(({ wasDue }) => wasDue) ?? named[0];
  if (!chargeback) return { why: 'the acquirer has taken nothing back that is the partner’s to lose' };
  const plnMinor = deductionValue(chargeback.attempt.payment, chargeback.money.amount);
  chargeback.plnMinor = plnMinor;
  chargeback.event.isBooked = true;
  model.setName(entry.reference.split(':')[1] ?? '', chargeback.name);
  const { test, channel, payment } = chargeback.attempt;
  const { partnerId } = payment.service;
  // Of two decisions that draw on a wallet at the same moment, either may be the first.
  const before = Math.min(plnMinor, model.ledger.availableBefore(partnerId, test));
  const available =
    posted[`partner:available ${partnerId}`] === before ? before : Math.min(plnMinor, model.ledger.available(partnerId, test));
  return lines(test, {
    [`partner:available ${partnerId}`]: available,
    [`partner:receivable ${partnerId}`]: plnMinor - available,
    [`platform:clearing:${channel}`]: -plnMinor,
  });
}
