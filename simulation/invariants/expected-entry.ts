import { percentOf, priceAt, type Price } from '../model/amounts.js';
import type { ReferenceModel } from '../model/reference-model.js';
import type { OperatorCharge } from '../model/direct-billing-sale.js';
import type { PartnerService } from '../model/shop.js';
import { clearingOf, type ExpectedEntry, lines } from './entry-lines.js';
import { adjusted, paidOut, settled } from './expected-manual-entry.js';
import { chargedBack, corrected, reviewed, paid, refunded, reversed, expectedSuspenseEntry } from './expected-online.js';
import type { EntryRow } from './observations.js';

const SMS_SHARE_BP = 5000;

/**
 * The lines that an entry must have, computed from the model and by the contract's own rules. The call marks the money as entered in the
 * model, so that the same money is expected only once.
 * @param smsName name of a message's sale, by the id of the gateway's row.
 */
export function expectedEntry(model: ReferenceModel, entry: EntryRow, smsName: (id: string) => string | null): ExpectedEntry {
  const [id = '', what = ''] = entry.reference.split(':');
  const name = model.nameOf(id) ?? '';
  switch (entry.kind) {
    case 'directbilling.payed':
      return payed(model, name, entry);
    case 'directbilling.suspense':
      return suspended(model.charge(what), 1);
    case 'directbilling.suspense_reversed':
      return suspended(model.charge(what), -1);
    case 'sms.received':
      return received(model, smsName(what));
    case 'payment.paid':
    case 'payment.held':
      return paid(model, name, entry);
    case 'payment.released':
    case 'payment.refused':
      return reviewed(model, name, entry.kind);
    case 'payment.suspense':
      return expectedSuspenseEntry(model, model.attempt(what), entry);
    case 'payment.suspense_returned':
      return reversed(model.attempt(what), -1);
    case 'payment.suspense_taken_back':
      return reversed(model.attempt(what), 1);
    case 'payment.suspense_corrected':
      return corrected(model.attempt(what));
    case 'refund.reserved':
    case 'refund.completed':
    case 'refund.released':
    case 'refund.taken_back':
      return refunded(model.refund(what), entry.kind);
    case 'payment.chargeback':
      return chargedBack(model, name, entry);
    case 'settlement.settled':
      return settled(model, name);
    case 'payout.paid':
      return paidOut(model, name);
    case 'adjustment.made':
      return adjusted(model, name);
    default:
      return { why: `nothing that happens is a ${entry.kind}` };
  }
}

function payed(model: ReferenceModel, name: string, entry: EntryRow): ExpectedEntry {
  const sale = model.directBillingSale(name);
  if (!sale) return { why: 'there is no such sale' };
  if (sale.bookedCharge) return { why: `${sale.bookedCharge.name} has been entered already` };
  const booked = sale.charges.filter(({ actualState, isSuspense }) => actualState === 'booked' && !isSuspense);
  const charge =
    booked.find(({ state }) => state === 'booked') ?? booked.find(({ operator }) => clearingOf(entry) === operator) ?? booked[0];
  if (!charge) return { why: 'no operator has booked it' };
  const terms = sale.terms[charge.operator];
  const price = terms && priceAt(sale.type, sale.amount, terms);
  if (!price) return { why: `${charge.operator} cannot charge this` };
  sale.bookedCharge = charge;
  return soldFor(price, charge.operator, charge.test, sale.service);
}

function received(model: ReferenceModel, name: string | null): ExpectedEntry {
  const sale = name === null ? null : model.smsSale(name);
  if (!sale) return { why: 'there is no such message' };
  if (sale.isPosted) return { why: `${sale.name} has been entered already` };
  sale.isPosted = true;
  return soldFor({ gross: sale.gross, net: sale.net, partner: percentOf(sale.net, SMS_SHARE_BP) }, 'sms', false, sale.service);
}

function soldFor({ gross, net, partner }: Price, provider: string, test: boolean, { partnerId }: PartnerService): ExpectedEntry {
  return lines(test, {
    [`platform:clearing:${provider}`]: gross,
    'platform:vat': net - gross,
    [`partner:pending ${partnerId}`]: -partner,
    'platform:commission': partner - net,
  });
}

function suspended(charge: OperatorCharge | null, sign: 1 | -1): ExpectedEntry {
  if (charge?.actualState !== 'booked') return { why: 'the operator has booked no such charge' };
  if (sign === -1 && charge.reversals === 0) return { why: `${charge.name} was not given back` };
  if (charge.sale.bookedCharge === charge) return { why: `${charge.name} is the partner's` };
  charge.isSuspense = true;
  return lines(charge.test, { [`platform:clearing:${charge.operator}`]: sign * charge.gross, 'platform:suspense': -sign * charge.gross });
}
