import { applyBasisPoints, priceAt, type Price } from '../model/amounts.js';
import type { ReferenceModel } from '../model/reference-model.js';
import type { OperatorCharge } from '../model/direct-billing-sale.js';
import type { PartnerService } from '../model/partner-service.js';
import { clearingProviderOf, type ExpectedEntry, newExpectedEntry } from './expected-postings.js';
import { consumeAdjustment, consumePayout, consumeSettlement } from './expected-manual-entry.js';
import {
  consumeChargeback,
  consumeCorrection,
  consumeReview,
  consumePaid,
  consumeRefund,
  consumeReversal,
  consumeSuspense,
} from './expected-online.js';
import type { EntryRow } from './observations.js';

/** The partner's share of the net price of an SMS, by the contract. */
const SMS_PARTNER_SHARE_BP = 5000;

/**
 * Computes the expected postings of an entry from the model and the contract's rules. It changes the model: the money is marked as posted,
 * so that a second entry of the same money is not expected.
 * @param smsName name of a message's sale, by the id of its row; null when there is no row.
 */
export function consumeExpectedEntry(model: ReferenceModel, entry: EntryRow, smsName: (id: string) => string | null): ExpectedEntry {
  // The reference is the id of a sale or staff command. Where a sale may have several entries, the id of a charge, attempt, refund,
  // chargeback or message follows.
  const [saleId = '', recordId = ''] = entry.reference.split(':');
  const name = model.nameOf(saleId) ?? '';
  switch (entry.kind) {
    case 'directbilling.payed':
      return consumePhoneSale(model, name, entry);
    case 'directbilling.suspense':
      return consumeChargeSuspense(model.charge(recordId), 1);
    case 'directbilling.suspense_reversed':
      return consumeChargeSuspense(model.charge(recordId), -1);
    case 'sms.received':
      return consumeMessage(model, smsName(recordId));
    case 'payment.paid':
    case 'payment.held':
      return consumePaid(model, name, entry);
    case 'payment.released':
    case 'payment.refused':
      return consumeReview(model, name, entry.kind);
    case 'payment.suspense':
      return consumeSuspense(model, model.attempt(recordId), entry);
    case 'payment.suspense_returned':
      return consumeReversal(model.attempt(recordId), -1);
    case 'payment.suspense_taken_back':
      return consumeReversal(model.attempt(recordId), 1);
    case 'payment.suspense_corrected':
      return consumeCorrection(model.attempt(recordId));
    case 'refund.reserved':
    case 'refund.completed':
    case 'refund.released':
    case 'refund.taken_back':
      return consumeRefund(model.refund(recordId), entry.kind);
    case 'payment.chargeback':
      return consumeChargeback(model, name, entry);
    case 'settlement.settled':
      return consumeSettlement(model, name);
    case 'payout.paid':
      return consumePayout(model, name);
    case 'adjustment.made':
      return consumeAdjustment(model, name);
    default:
      return { problem: `no entry of the kind ${entry.kind} is expected` };
  }
}

function consumePhoneSale(model: ReferenceModel, name: string, entry: EntryRow): ExpectedEntry {
  const sale = model.directBillingSale(name);
  if (!sale) return { problem: 'there is no such sale' };
  if (sale.bookedCharge) return { problem: `${sale.bookedCharge.name} is posted already` };
  const bookedCharges = sale.charges.filter(({ actualState, isInSuspense }) => actualState === 'booked' && !isInSuspense);
  // The gateway's state tells which of several booked charges counts. Without one in that state, the entry's clearing account decides.
  const charge =
    bookedCharges.find(({ gatewayState }) => gatewayState === 'booked') ??
    bookedCharges.find(({ operator }) => clearingProviderOf(entry) === operator) ??
    bookedCharges[0];
  if (!charge) return { problem: 'no operator has booked it' };
  const tariff = sale.tariffs[charge.operator];
  const price = tariff && priceAt(sale.amountType, sale.amount, tariff);
  if (!price) return { problem: `${charge.operator} does not sell this amount` };
  sale.bookedCharge = charge;
  return saleEntry(price, charge.operator, charge.test, sale.service);
}

function consumeMessage(model: ReferenceModel, name: string | null): ExpectedEntry {
  const sale = name === null ? null : model.smsSale(name);
  if (!sale) return { problem: 'there is no such message' };
  if (sale.isPosted) return { problem: `${sale.name} is posted already` };
  sale.isPosted = true;
  return saleEntry(
    { gross: sale.gross, net: sale.net, partner: applyBasisPoints(sale.net, SMS_PARTNER_SHARE_BP) },
    'sms',
    false,
    sale.service,
  );
}

/** The entry of a sale by phone or SMS: the provider owes the gross price. */
function saleEntry({ gross, net, partner }: Price, provider: string, test: boolean, { partnerId }: PartnerService): ExpectedEntry {
  return newExpectedEntry(test, {
    [`platform:clearing:${provider}`]: gross,
    'platform:vat': net - gross,
    [`partner:pending ${partnerId}`]: -partner,
    'platform:commission': partner - net,
  });
}

/** @param sign 1: the money of a booked charge goes to suspense; -1: it was reversed. */
function consumeChargeSuspense(charge: OperatorCharge | null, sign: 1 | -1): ExpectedEntry {
  if (charge?.actualState !== 'booked') return { problem: 'the operator has not booked the charge' };
  if (sign === -1 && charge.reversalCount === 0) return { problem: `${charge.name} was not reversed` };
  if (charge.sale.bookedCharge === charge) return { problem: `${charge.name} is posted for the partner` };
  charge.isInSuspense = true;
  return newExpectedEntry(charge.test, {
    [`platform:clearing:${charge.operator}`]: sign * charge.gross,
    'platform:suspense': -sign * charge.gross,
  });
}
