import { divided, inGrosz, partOf, percentOf, priceAt, type Price } from '../books/amounts.js';
import type { Books } from '../books/books.js';
import type { AcquirerAttempt } from '../books/online-payment.js';
import type { OperatorCharge } from '../books/phone-sale.js';
import type { Refund, RefundDeed } from '../books/refund.js';
import type { ShopService } from '../books/shop.js';
import type { EntryRow } from './observations.js';

/** What an entry must say, or why there must be none. */
export type Expected = { why: string } | { test: boolean; lines: Record<string, number> };

const SMS_SHARE_BP = 5000;

/**
 * What the ledger has to say of something, by the books of those who took the money and by the contract's own arithmetic. Entering it is
 * noted in the books: the same money is entered once.
 * @param smsName name of a message's sale by the id of the gateway's row.
 */
export function expectedEntry(books: Books, entry: EntryRow, smsName: (id: string) => string | null): Expected {
  const [id = '', what = ''] = entry.reference.split(':');
  const name = books.nameOf(id) ?? '';
  switch (entry.kind) {
    case 'directbilling.payed':
      return payed(books, name, entry);
    case 'directbilling.suspense':
      return suspended(books.charge(what), 1);
    case 'directbilling.suspense_reversed':
      return suspended(books.charge(what), -1);
    case 'sms.received':
      return received(books, smsName(what));
    case 'payment.paid':
    case 'payment.held':
      return paid(books, name, entry);
    case 'payment.released':
    case 'payment.refused':
      return judged(books, name, entry.kind);
    case 'payment.suspense':
      return strayed(books, books.attempt(what), 1);
    case 'payment.suspense_returned':
      return strayed(books, books.attempt(what), -1);
    case 'refund.reserved':
    case 'refund.completed':
    case 'refund.released':
    case 'refund.taken_back':
      return refunded(books.refund(what), entry.kind);
    default:
      return { why: `nothing that happens is a ${entry.kind}` };
  }
}

function payed(books: Books, name: string, entry: EntryRow): Expected {
  const sale = books.phone(name);
  if (!sale) return { why: 'nobody sold this' };
  if (sale.counted) return { why: `${sale.counted.name} has been entered already` };
  const booked = sale.charges.filter(({ deed, stray }) => deed === 'booked' && !stray);
  const charge = booked.find(({ operator }) => clearingOf(entry) === operator) ?? booked[0];
  if (!charge) return { why: 'no operator has booked it' };
  const terms = sale.terms[charge.operator];
  const price = terms && priceAt(sale.type, sale.amount, terms);
  if (!price) return { why: `${charge.operator} cannot charge this` };
  sale.counted = charge;
  return soldFor(price, charge.operator, charge.test, sale.service);
}

function received(books: Books, name: string | null): Expected {
  const sale = name === null ? null : books.sms(name);
  if (!sale) return { why: 'nobody sent this message' };
  if (sale.entered) return { why: `${sale.name} has been entered already` };
  sale.entered = true;
  return soldFor({ gross: sale.gross, net: sale.net, partner: percentOf(sale.net, SMS_SHARE_BP) }, 'sms', false, sale.service);
}

function soldFor({ gross, net, partner }: Price, party: string, test: boolean, { partnerId }: ShopService): Expected {
  return lines(test, {
    [`platform:clearing:${party}`]: gross,
    'platform:vat': net - gross,
    [`partner:pending ${partnerId}`]: -partner,
    'platform:commission': partner - net,
  });
}

function suspended(charge: OperatorCharge | null, sign: 1 | -1): Expected {
  if (charge?.deed !== 'booked') return { why: 'the operator has booked no such charge' };
  if (sign === -1 && charge.reversals === 0) return { why: `${charge.name} was not given back` };
  if (charge.sale.counted === charge) return { why: `${charge.name} is the partner's` };
  charge.stray = true;
  return lines(charge.test, { [`platform:clearing:${charge.operator}`]: sign * charge.gross, 'platform:suspense': -sign * charge.gross });
}

function paid(books: Books, name: string, entry: EntryRow): Expected {
  const payment = books.online(name);
  if (!payment) return { why: 'nobody sold this' };
  if (payment.counted ?? payment.held) return { why: `${(payment.counted ?? payment.held)?.name} has been entered already` };
  const taken = payment.attempts.filter((attempt) => attempt.deed === 'taken' && isAskedSum(attempt) && !attempt.stray);
  const attempt = taken.find(({ channel }) => clearingOf(entry) === channel) ?? taken[0];
  if (!attempt) return { why: 'no acquirer has taken the sum that was asked for' };
  const clearing = { [`platform:clearing:${attempt.channel}`]: payment.grosz };
  if (entry.kind === 'payment.held') {
    payment.held = attempt;
    return lines(attempt.test, { ...clearing, 'platform:held': -payment.grosz });
  }
  payment.counted = attempt;
  return lines(attempt.test, { ...clearing, ...sharesOf(attempt) });
}

function judged(books: Books, name: string, kind: string): Expected {
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

function strayed(books: Books, attempt: AcquirerAttempt | null, sign: 1 | -1): Expected {
  if (!attempt?.taken) return { why: 'no acquirer has taken this' };
  if (attempt.payment.counted === attempt || attempt.payment.held === attempt) return { why: `${attempt.name} is the payment's` };
  if (sign === -1 && attempt.returns.size === 0) return { why: `${attempt.name} was not given back` };
  attempt.stray = true;
  const grosz = groszTaken(books, attempt);
  return lines(attempt.test, { [`platform:clearing:${attempt.channel}`]: sign * grosz, 'platform:suspense': -sign * grosz });
}

const REFUNDED: Record<string, { from: string; to: string; needs: readonly RefundDeed[] | null }> = {
  'refund.reserved': { from: 'available', to: 'reserved', needs: null },
  'refund.completed': { from: 'reserved', to: 'clearing', needs: ['given', 'taken back'] },
  'refund.released': { from: 'reserved', to: 'available', needs: ['rejected', 'failed', 'taken back'] },
  'refund.taken_back': { from: 'clearing', to: 'available', needs: ['taken back'] },
};

function refunded(refund: Refund | null, kind: string): Expected {
  const move = REFUNDED[kind];
  if (!refund || !move) return { why: 'nobody gives this back' };
  const { payment, name, channel, test, deed } = refund;
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

/** The value of all that is given back with it, half up, less what the other living refunds take. @returns why it must not be. */
function reserve(refund: Refund): string | null {
  const { payment, name } = refund;
  if (!payment.counted) return `${payment.name} has not been paid`;
  if (refund.grosz !== null) return `${name} has been entered already`;
  const others = payment.refunds.filter(({ grosz, lives }) => grosz !== null && lives);
  const all = others.reduce((sum, { amount }) => sum + amount, refund.amount);
  if (all > payment.asked.amount) return `${all} of ${payment.asked.amount} would go back`;
  refund.grosz = Math.max(0, partOf(payment.grosz, all, payment.asked.amount) - others.reduce((sum, { grosz }) => sum + (grosz ?? 0), 0));
  return null;
}

/** What was taken, in grosz: at the payment's own rate, or at today's where it is another currency. */
export function groszTaken(books: Books, { taken, payment }: AcquirerAttempt): number {
  if (!taken) return 0;
  if (taken.currency !== payment.asked.currency) return inGrosz(taken.amount, books.rates[taken.currency] ?? '0');
  return inGrosz(taken.amount, payment.rate);
}

export function isAskedSum({ taken, asked }: AcquirerAttempt): boolean {
  return taken !== null && taken.amount === asked.amount && taken.currency === asked.currency;
}

function sharesOf({ payment, fee }: AcquirerAttempt): Record<string, number> {
  const { commission, partner } = divided(payment.grosz, fee);
  return { [`partner:available ${payment.service.partnerId}`]: -partner, 'platform:commission': -commission };
}

function lines(test: boolean, all: Record<string, number>): Expected {
  return { test, lines: Object.fromEntries(Object.entries(all).filter(([, minor]) => minor !== 0)) };
}

function clearingOf({ postings }: EntryRow): string | undefined {
  return postings
    .map(({ account }) => account)
    .find((account) => account.startsWith('platform:clearing:'))
    ?.split(':')[2];
}
