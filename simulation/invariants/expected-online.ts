import { splitCommission, toPlnMinor } from '../model/amounts.js';
import type { ReferenceModel } from '../model/reference-model.js';
import { deductions, isBookable, deductionValue } from '../model/chargeback.js';
import type { AcquirerAttempt, ModelMoney } from '../model/online-payment.js';
import type { Refund, RefundAcquirerState } from '../model/refund.js';
import { clearingProviderOf, type ExpectedEntry, newExpectedEntry, postingsByAccount } from './expected-postings.js';
import type { EntryRow } from './observations.js';

/** The entry of a payment that is paid (`payment.paid`) or held for a review (`payment.held`). */
export function consumePaid(model: ReferenceModel, name: string, entry: EntryRow): ExpectedEntry {
  const payment = model.onlinePayment(name);
  if (!payment) return { problem: 'there is no such payment' };
  if (payment.bookedAttempt ?? payment.heldAttempt)
    return { problem: `${(payment.bookedAttempt ?? payment.heldAttempt)?.name} is posted already` };
  const capturedAttempts = payment.attempts.filter(
    (attempt) => attempt.actualState === 'captured' && isRequestedAmount(attempt) && attempt.suspensePlnMinor === null,
  );
  // The gateway's state tells which of several captured attempts counts. Without one in that state, the entry's clearing account decides.
  const attempt =
    capturedAttempts.find(({ gatewayState }) => gatewayState === 'paid' || gatewayState === 'held') ??
    capturedAttempts.find(({ channel }) => clearingProviderOf(entry) === channel) ??
    capturedAttempts[0];
  if (!attempt) return { problem: 'no acquirer has captured the requested amount' };
  const clearingPosting = { [`platform:clearing:${attempt.channel}`]: payment.plnMinor };
  if (entry.kind === 'payment.held') {
    payment.heldAttempt = attempt;
    return newExpectedEntry(attempt.test, { ...clearingPosting, 'platform:held': -payment.plnMinor });
  }
  payment.bookedAttempt = attempt;
  return newExpectedEntry(attempt.test, { ...clearingPosting, ...sharePostings(attempt) });
}

/** The entry of a review: released (`payment.released`) or rejected as fraud (`payment.refused`). */
export function consumeReview(model: ReferenceModel, name: string, kind: string): ExpectedEntry {
  const payment = model.onlinePayment(name);
  const attempt = payment?.heldAttempt;
  if (!payment || !attempt) return { problem: 'it has no held money' };
  payment.heldAttempt = null;
  if (kind === 'payment.refused') {
    attempt.isFraud = true;
    return newExpectedEntry(attempt.test, { 'platform:held': payment.plnMinor, 'platform:suspense': -payment.plnMinor });
  }
  payment.bookedAttempt = attempt;
  return newExpectedEntry(attempt.test, { 'platform:held': payment.plnMinor, ...sharePostings(attempt) });
}

/**
 * The entry of money that goes to suspense. The gateway books the amount that the acquirer reported, which may be one of several false
 * amounts. The posted grosz tell which one.
 */
export function consumeSuspense(model: ReferenceModel, attempt: AcquirerAttempt | null, entry: EntryRow): ExpectedEntry {
  if (!attempt?.captured) return { problem: 'no acquirer has captured money of this attempt' };
  if (attempt.payment.bookedAttempt === attempt || attempt.payment.heldAttempt === attempt)
    return { problem: `${attempt.name} is posted for the payment` };
  const postedMinor = postingsByAccount(entry)[`platform:clearing:${attempt.channel}`];
  const falseAmount = attempt.falseAmounts
    .map((money) => ({ money, plnMinor: plnMinorOf(model, attempt, money) }))
    .find(({ plnMinor }) => plnMinor === postedMinor);
  attempt.suspensePlnMinor = falseAmount?.plnMinor ?? capturedPln(model, attempt);
  attempt.suspenseMoney = falseAmount?.money ?? attempt.captured;
  return suspenseEntry(attempt, 1, attempt.suspensePlnMinor);
}

/** @param sign -1: the money in suspense was reversed; 1: the completed reversal failed later. Each happens at most once. */
export function consumeReversal(attempt: AcquirerAttempt | null, sign: 1 | -1): ExpectedEntry {
  if (!attempt?.captured) return { problem: 'no acquirer has captured money of this attempt' };
  const { name, payment, reversals, rejectedReversals, postedReversalEntries } = attempt;
  const entryName = sign === -1 ? 'reversed' : 'reversal failed';
  if (postedReversalEntries.has(entryName)) return { problem: `the entry "${entryName}" of ${name} is posted already` };
  if (sign === -1 && reversals.size === 0) return { problem: `${name} was not reversed` };
  if (sign === 1 && (!postedReversalEntries.has('reversed') || ![...rejectedReversals.values()].includes('failed')))
    return { problem: `the reversal of ${name} has not failed` };
  postedReversalEntries.add(entryName);
  return suspenseEntry(attempt, sign, attempt.suspensePlnMinor ?? payment.plnMinor);
}

/** The entry that takes a falsely reported amount out of suspense, before the captured amount is booked. */
export function consumeCorrection(attempt: AcquirerAttempt | null): ExpectedEntry {
  if (attempt?.suspensePlnMinor == null || !isRequestedAmount(attempt))
    return { problem: 'the acquirer has not captured the requested amount, or nothing of it is in suspense' };
  const { suspensePlnMinor } = attempt;
  attempt.suspensePlnMinor = null;
  attempt.suspenseMoney = null;
  return suspenseEntry(attempt, -1, suspensePlnMinor);
}

/** @param sign 1: into suspense; -1: out of it. */
function suspenseEntry({ test, channel }: AcquirerAttempt, sign: 1 | -1, plnMinor: number): ExpectedEntry {
  return newExpectedEntry(test, { [`platform:clearing:${channel}`]: sign * plnMinor, 'platform:suspense': -sign * plnMinor });
}

/**
 * For each kind of refund entry: the accounts between which it moves money, and the states at the acquirer that justify it. A reservation
 * needs no state.
 */
const REFUND_MOVES: Record<string, { from: string; to: string; needs: readonly RefundAcquirerState[] | null }> = {
  'refund.reserved': { from: 'available', to: 'reserved', needs: null },
  'refund.completed': { from: 'reserved', to: 'clearing', needs: ['completed', 'reversed'] },
  'refund.released': { from: 'reserved', to: 'available', needs: ['rejected', 'failed', 'reversed'] },
  'refund.taken_back': { from: 'clearing', to: 'available', needs: ['reversed'] },
};

export function consumeRefund(refund: Refund | null, kind: string): ExpectedEntry {
  const move = REFUND_MOVES[kind];
  if (!refund || !move) return { problem: 'there is no such refund' };
  const { payment, name, channel, test, actualState } = refund;
  if (refund.postedEntries.has(kind)) return { problem: `the entry of ${name} is posted already` };
  refund.postedEntries.add(kind);
  if (move.needs && !move.needs.includes(actualState)) return { problem: `${name} is ${actualState}` };
  if (!move.needs) {
    const problem = reserveRefund(refund);
    if (problem !== null) return { problem };
  }
  if (move.to === 'available') refund.isActive = false;
  const accounts: Record<string, string> = {
    available: `partner:available ${payment.service.partnerId}`,
    reserved: `partner:reserved ${payment.service.partnerId}`,
    clearing: `platform:clearing:${channel}`,
  };
  const plnMinor = refund.reservedPlnMinor ?? 0;
  return newExpectedEntry(test, { [accounts[move.from] ?? '']: plnMinor, [accounts[move.to] ?? '']: -plnMinor });
}

/** Reserves the refund in the model. @returns why it must not be reserved; null when it is. */
function reserveRefund(refund: Refund): string | null {
  const { payment } = refund;
  if (!payment.bookedAttempt) return `${payment.name} is not paid`;
  const total = deductions(payment).amount + refund.amount;
  if (total > payment.requested.amount) return `the deductions of ${payment.name} would be ${total} of ${payment.requested.amount}`;
  refund.reservedPlnMinor = deductionValue(payment, refund.amount);
  return null;
}

/**
 * Returns the captured money in grosz, or 0 when nothing is captured. The payment's rate applies to the payment's currency, otherwise the
 * current rate.
 */
export function capturedPln(model: ReferenceModel, attempt: AcquirerAttempt): number {
  return attempt.captured ? plnMinorOf(model, attempt, attempt.captured) : 0;
}

function plnMinorOf(model: ReferenceModel, { payment }: AcquirerAttempt, { amount, currency }: ModelMoney): number {
  return toPlnMinor(amount, currency === payment.requested.currency ? payment.rate : (model.plnRates[currency] ?? '0'));
}

/** Whether exactly the requested money was captured. */
export function isRequestedAmount({ captured, requested }: AcquirerAttempt): boolean {
  return captured !== null && captured.amount === requested.amount && captured.currency === requested.currency;
}

function sharePostings({ payment, fee }: AcquirerAttempt): Record<string, number> {
  const { commission, partner } = splitCommission(payment.plnMinor, fee);
  return { [`partner:available ${payment.service.partnerId}`]: -partner, 'platform:commission': -commission };
}

/** A chargeback is taken from the partner's available balance. The rest becomes the receivable. */
export function consumeChargeback(model: ReferenceModel, name: string, entry: EntryRow): ExpectedEntry {
  const bookable = (model.onlinePayment(name)?.attempts ?? [])
    .flatMap(({ chargebacks }) => chargebacks)
    .filter((chargeback) => isBookable(chargeback));
  const postedMinor = postingsByAccount(entry);
  const chargebacksOfEvent = bookable.filter((chargeback) => chargeback.name === entry.chargeback);
  // Several chargebacks may have the same event id. The gateway books the one that was bookable when its callback arrived.
  const chargeback = chargebacksOfEvent.find(({ wasBookable }) => wasBookable) ?? chargebacksOfEvent[0];
  if (!chargeback) return { problem: 'the acquirer has reported no such chargeback, or it is not bookable' };
  const plnMinor = deductionValue(chargeback.attempt.payment, chargeback.money.amount);
  chargeback.plnMinor = plnMinor;
  chargeback.event.isBooked = true;
  model.setName(entry.reference.split(':')[1] ?? '', chargeback.name);
  const { test, channel, payment } = chargeback.attempt;
  const { partnerId } = payment.service;
  // Two entries of one step may draw on the same wallet. Their order is not known, so the balance before the step is accepted too.
  const availableBefore = Math.min(plnMinor, model.ledger.availableBefore(partnerId, test));
  const fromWallet =
    postedMinor[`partner:available ${partnerId}`] === availableBefore
      ? availableBefore
      : Math.min(plnMinor, model.ledger.available(partnerId, test));
  return newExpectedEntry(test, {
    [`partner:available ${partnerId}`]: fromWallet,
    [`partner:receivable ${partnerId}`]: plnMinor - fromWallet,
    [`platform:clearing:${channel}`]: -plnMinor,
  });
}
