import { parseUrl } from '../../../common/parse-url.js';
import {
  amountOf,
  malformed,
  type OrderMembers,
  orderMembersOf,
  optionalTextOf,
  textMember,
  timeMember,
} from '../../http/order-members.js';
import { methodOf } from '../methods.js';

export const MAX_LENGTH = 35;
/** An alias has up to 128 code points, each of up to two UTF-16 units. */
export const MAX_ALIAS_LENGTH = 256;

export interface PaymentOrder {
  reference: string;
  method: string;
  amountMinor: number;
  currency: string;
  seller: string;
  description: string;
  returnUrl: string;
  expiresAt: Date;
}

export type BlikCodeOrder =
  | { kind: 'code'; reference: string; code: string; register: { reference: string; value: string; label: string } | null }
  | { kind: 'alias'; reference: string; value: string; app: string | null };

export interface RefundOrder {
  reference: string;
  amountMinor: number;
}

/** Reads the order of a payment. This function and the functions below throw BadRequestException when the body is no valid order. */
export function paymentOrderOf(body: Buffer): PaymentOrder {
  const members = orderMembersOf(body);
  const method = textMember(members, 'method');
  if (!methodOf(method)) throw malformed('method');
  return { ...saleOrderOf(members), method, amountMinor: amountOf(members) };
}

/** The common members of payments and charges, without method and amount. */
export function saleOrderOf(members: OrderMembers): Omit<PaymentOrder, 'method' | 'amountMinor'> {
  const [currency, returnUrl] = [textMember(members, 'currency', 3), textMember(members, 'returnUrl', 2_000)];
  if (!/^[A-Z]{3}$/.test(currency)) throw malformed('currency');
  if (!/^https?:\/\//.test(returnUrl) || !parseUrl(returnUrl)) throw malformed('returnUrl');
  const expiresAt = timeMember(members, 'expiresAt');
  if (!expiresAt) throw malformed('expiresAt');
  const [seller, description] = [textMember(members, 'seller', 200), textMember(members, 'description', 200)];
  return { reference: orderReferenceOf(members), currency, seller, description, returnUrl, expiresAt };
}

export function blikCodeOrderOf(body: Buffer): BlikCodeOrder {
  const members = orderMembersOf(body);
  const reference = orderReferenceOf(members);
  const [alias, code] = [optionalTextOf(members, 'alias', MAX_ALIAS_LENGTH), optionalTextOf(members, 'code')];
  if (alias !== null) return { kind: 'alias', reference, value: alias, app: optionalTextOf(members, 'app') };
  if (code === null || !/^\d{6}$/.test(code)) throw malformed('code');
  const value = optionalTextOf(members, 'registerAlias', MAX_ALIAS_LENGTH);
  return {
    kind: 'code',
    reference,
    code,
    register:
      value === null
        ? null
        : { reference: orderReferenceOf(members, 'aliasReference'), value, label: textMember(members, 'aliasLabel', MAX_LENGTH) },
  };
}

export function refundOrderOf(body: Buffer): RefundOrder {
  const members = orderMembersOf(body);
  return { reference: orderReferenceOf(members), amountMinor: amountOf(members) };
}

export function orderReferenceOf(members: OrderMembers, key = 'reference'): string {
  const reference = textMember(members, key, MAX_LENGTH);
  if (!/^[A-Za-z0-9-]+$/.test(reference)) throw malformed(key);
  return reference;
}
