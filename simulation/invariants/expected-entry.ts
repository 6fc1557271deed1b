import { percentOf, priceAt, type Price } from '../model/amounts.js';
import type { ReferenceModel } from '../model/reference-model.js';
import type { OperatorCharge } from '../model/direct-billing-sale.js';
import type { ShopService } from '../model/shop.js';
import { clearingOf, type Expected, lines } from './entry-lines.js';
import { adjusted, paidOut, settled } from './expected-manual-entry.js';
import { chargedBack, corrected, reviewed, paid, refunded, reversed, isUnmatchedEntry } from './expected-online.js';
import type { EntryRow } from './observations.js';

const SMS_SHARE_BP = 5000;

/**
 * The lines that an entry must have, computed from the books and by the contract's own rules. The call marks the money as entered in the
 * books, so that the same money is expected only once.
 * @param smsName name of a message's sale, by the id of the gateway's row.
 */
export function expectedEntry(books: ReferenceModel, entry: EntryRow, smsName: (id: string) => string | null): Expected {
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
      return reviewed(books, name, entry.kind);
    case 'payment.suspense':
      return isUnmatchedEntry(books, books.attempt(what), entry);
    case 'payment.suspense_returned':
      return reversed(books.attempt(what), -1);
    case 'payment.suspense_taken_back':
      return reversed(books.attempt(what), 1);
    case 'payment.suspense_corrected':
      return corrected(books.attempt(what));
    case 'refund.reserved':
    case 'refund.completed':
    case 'refund.released':
    case 'refund.taken_back':
      return refunded(books.refund(what), entry.kind);
    case 'payment.chargeback':
      return chargedBack(books, name, entry);
    case 'settlement.settled':
      return settled(books, name);
    case 'payout.paid':
      return paidOut(books, name);
    case 'adjustment.made':
      return adjusted(books, name);
    default:
      return { why: `nothing that happens is a ${entry.kind}` };
  }
}

function payed(books: ReferenceModel, name: string, entry: EntryRow): Expected {
  const sale = books.phone(name);
  if (!sale) return { why: 'there is no such sale' };
  if (sale.counted) return { why: `${sale.counted.name} has been entered already` };
  const booked = sale.charges.filter(({ deed, unmatched }) => deed === 'booked' && !unmatched);
  const charge =
    booked.find(({ state }) => state === 'booked') ?? booked.find(({ operator }) => clearingOf(entry) === operator) ?? booked[0];
  if (!charge) return { why: 'no operator has booked it' };
  const terms = sale.terms[charge.operator];
  const price = terms && priceAt(sale.type, sale.amount, terms);
  if (!price) return { why: `${charge.operator} cannot charge this` };
  sale.counted = charge;
  return soldFor(price, charge.operator, charge.test, sale.service);
}

function received(books: ReferenceModel, name: string | null): Expected {
  const sale = name === null ? null : books.sms(name);
  if (!sale) return { why: 'there is no such message' };
  if (sale.entered) return { why: `${sale.name} has been entered already` };
  sale.entered = true;
  return soldFor({ gross: sale.gross, net: sale.net, partner: percentOf(sale.net, SMS_SHARE_BP) }, 'sms', false, sale.service);
}

function soldFor({ gross, net, partner }: Price, provider: string, test: boolean, { partnerId }: ShopService): Expected {
  return lines(test, {
    [`platform:clearing:${provider}`]: gross,
    'platform:vat': net - gross,
    [`partner:pending ${partnerId}`]: -partner,
    'platform:commission': partner - net,
  });
}

function suspended(charge: OperatorCharge | null, sign: 1 | -1): Expected {
  if (charge?.deed !== 'booked') return { why: 'the operator has booked no such charge' };
  if (sign === -1 && charge.reversals === 0) return { why: `${charge.name} was not given back` };
  if (charge.sale.counted === charge) return { why: `${charge.name} is the partner's` };
  charge.unmatched = true;
  return lines(charge.test, { [`platform:clearing:${charge.operator}`]: sign * charge.gross, 'platform:suspense': -sign * charge.gross });
}
