import type { RegisteredTerms } from '../registrations/registration.js';
import {
  amountOf,
  malformed,
  type OrderMembers,
  orderMembersOf,
  optionalCountOf,
  optionalTextOf,
  textMember,
  textMembers,
  timeMember,
} from '../../http/order-members.js';
import { MANDATE_METHOD } from '../methods.js';
import { MAX_ALIAS_LENGTH, MAX_LENGTH, type PaymentOrder, orderReferenceOf, saleOrderOf } from '../payments/orders.js';

/** `payment` is the first payment. Its amount is 0 when the mandate begins without a payment. */
export interface MandateOrder {
  reference: string;
  payment: PaymentOrder;
  code: string;
  value: string;
  label: string;
  terms: RegisteredTerms;
  expiresAt: Date | null;
}

export interface MandateChargeOrder {
  payment: PaymentOrder;
  label: string | null;
  lines: readonly string[];
  /** When the payer's time to confirm ends; null when the gateway sets no limit. */
  until: Date | null;
}

/** @throws BadRequestException when the body is no valid order for a mandate. */
export function parseMandateOrder(body: Buffer): MandateOrder {
  const members = orderMembersOf(body);
  const payment = { ...saleOrderOf({ ...members, reference: members['paymentReference'] }), ...firstPaymentMembers(members) };
  const code = textMember(members, 'code');
  if (!/^\d{6}$/.test(code)) throw malformed('code');
  return {
    reference: orderReferenceOf(members),
    payment,
    code,
    value: textMember(members, 'alias', MAX_ALIAS_LENGTH),
    label: textMember(members, 'aliasLabel', MAX_LENGTH),
    terms: parseTerms(members, payment),
    expiresAt: timeMember(members, 'until'),
  };
}

/** Whether the payer requested the revocation of a mandate. Without the member `by` the merchant requested the revocation. */
export function isRequestedByPayer(body: Buffer): boolean {
  return optionalTextOf(orderMembersOf(body), 'by', MAX_LENGTH) === 'PAYER';
}

/** @throws BadRequestException when the body is no valid order for a charge. */
export function mandateChargeOrderOf(body: Buffer): MandateChargeOrder {
  const members = orderMembersOf(body);
  return {
    payment: { ...saleOrderOf(members), method: MANDATE_METHOD, amountMinor: amountOf(members) },
    label: optionalTextOf(members, 'aliasLabel', MAX_LENGTH),
    lines: parseLines(members),
    until: timeMember(members, 'until'),
  };
}

/** The amount of the first payment may be 0, unlike that of other payments. */
function firstPaymentMembers(members: OrderMembers): Pick<PaymentOrder, 'method' | 'amountMinor'> {
  const amountMinor = optionalCountOf(members, 'amount');
  if (amountMinor === null) throw malformed('amount');
  return { method: MANDATE_METHOD, amountMinor };
}

function parseTerms(members: OrderMembers, { currency, amountMinor }: PaymentOrder): RegisteredTerms {
  const model = textMember(members, 'model');
  if (model !== 'A' && model !== 'O' && model !== 'M') throw malformed('model');
  const frequency = optionalTextOf(members, 'frequency');
  if (frequency !== null && !/^[1-9]\d{0,2}[DWMY]$/.test(frequency)) throw malformed('frequency');
  return {
    model,
    currency,
    firstMinor: amountMinor,
    limitMinor: optionalCountOf(members, 'limit'),
    totalMinor: optionalCountOf(members, 'totalLimit'),
    frequency,
    firstChargeOn: timeMember(members, 'firstChargeOn')?.toISOString() ?? null,
    chargesLimit: optionalCountOf(members, 'chargesLimit'),
    lines: parseLines(members),
  };
}

const MAX_LINES = 3;

function parseLines(members: OrderMembers): readonly string[] {
  return textMembers(members, 'lines', MAX_LINES, MAX_LENGTH);
}
