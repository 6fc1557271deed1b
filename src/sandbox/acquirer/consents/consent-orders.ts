import type { ConsentTerms } from '../agreements/agreement.js';
import {
  amountOf,
  malformed,
  type Members,
  membersOf,
  optionalCountOf,
  optionalTextOf,
  textOf,
  textsOf,
  timeOf,
} from '../../http/order-members.js';
import { CONSENT_METHOD } from '../methods.js';
import { MOST_ALIAS_CHARACTERS, MOST_CHARACTERS, type PaymentOrder, referenceOf, saleOf } from '../payments/orders.js';

/** `payment` is the first payment, with an amount of 0 when there is none. */
export interface ConsentOrder {
  reference: string;
  payment: PaymentOrder;
  code: string;
  value: string;
  label: string;
  terms: ConsentTerms;
  expiresAt: Date | null;
}

export interface ChargeOrder {
  payment: PaymentOrder;
  label: string | null;
  lines: readonly string[];
  until: Date | null;
}

/** @throws BadRequestException when the body is not an order for a consent, as below for a charge. */
export function consentOrderOf(body: Buffer): ConsentOrder {
  const members = membersOf(body);
  const payment = { ...saleOf({ ...members, reference: members['paymentReference'] }), ...firstOf(members) };
  const code = textOf(members, 'code');
  if (!/^\d{6}$/.test(code)) throw malformed('code');
  return {
    reference: referenceOf(members),
    payment,
    code,
    value: textOf(members, 'alias', MOST_ALIAS_CHARACTERS),
    label: textOf(members, 'aliasLabel', MOST_CHARACTERS),
    terms: termsOf(members, payment),
    expiresAt: timeOf(members, 'until'),
  };
}

export function chargeOrderOf(body: Buffer): ChargeOrder {
  const members = membersOf(body);
  return {
    payment: { ...saleOf(members), method: CONSENT_METHOD, amountMinor: amountOf(members) },
    label: optionalTextOf(members, 'aliasLabel', MOST_CHARACTERS),
    lines: linesOf(members),
    until: timeOf(members, 'until'),
  };
}

function firstOf(members: Members): Pick<PaymentOrder, 'method' | 'amountMinor'> {
  const amountMinor = optionalCountOf(members, 'amount');
  if (amountMinor === null) throw malformed('amount');
  return { method: CONSENT_METHOD, amountMinor };
}

function termsOf(members: Members, { currency, amountMinor }: PaymentOrder): ConsentTerms {
  const model = textOf(members, 'model');
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
    firstChargeOn: timeOf(members, 'firstChargeOn')?.toISOString() ?? null,
    chargesLimit: optionalCountOf(members, 'chargesLimit'),
    lines: linesOf(members),
  };
}

function linesOf(members: Members): readonly string[] {
  return textsOf(members, 'lines', 3, MOST_CHARACTERS);
}
