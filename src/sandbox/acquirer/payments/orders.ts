import { amountOf, malformed, type Members, membersOf, optionalTextOf, textOf, timeOf } from '../../http/order-members.js';
import { methodOf } from '../methods.js';

export const MOST_CHARACTERS = 35;
/** An alias has up to 128, each of which may take two of JavaScript's. */
export const MOST_ALIAS_CHARACTERS = 256;

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

export type CodeOrder =
  | { kind: 'code'; reference: string; code: string; register: { reference: string; value: string; label: string } | null }
  | { kind: 'alias'; reference: string; value: string; app: string | null };

export interface RefundOrder {
  reference: string;
  amountMinor: number;
}

/** @throws BadRequestException when the body is not an order for a payment, as all below do of theirs. */
export function paymentOrderOf(body: Buffer): PaymentOrder {
  const members = membersOf(body);
  const method = textOf(members, 'method');
  if (!methodOf(method)) throw malformed('method');
  return { ...saleOf(members), method, amountMinor: amountOf(members) };
}

/** What every order for money has, but for how it is paid and how much it is. */
export function saleOf(members: Members): Omit<PaymentOrder, 'method' | 'amountMinor'> {
  const [currency, returnUrl] = [textOf(members, 'currency', 3), textOf(members, 'returnUrl', 2_000)];
  if (!/^[A-Z]{3}$/.test(currency)) throw malformed('currency');
  if (!/^https?:\/\//.test(returnUrl) || !URL.canParse(returnUrl)) throw malformed('returnUrl');
  const expiresAt = timeOf(members, 'expiresAt');
  if (!expiresAt) throw malformed('expiresAt');
  const [seller, description] = [textOf(members, 'seller', 200), textOf(members, 'description', 200)];
  return { reference: referenceOf(members), currency, seller, description, returnUrl, expiresAt };
}

export function codeOrderOf(body: Buffer): CodeOrder {
  const members = membersOf(body);
  const reference = referenceOf(members);
  const [alias, code] = [optionalTextOf(members, 'alias', MOST_ALIAS_CHARACTERS), optionalTextOf(members, 'code')];
  if (alias !== null) return { kind: 'alias', reference, value: alias, app: optionalTextOf(members, 'app') };
  if (code === null || !/^\d{6}$/.test(code)) throw malformed('code');
  const value = optionalTextOf(members, 'registerAlias', MOST_ALIAS_CHARACTERS);
  return {
    kind: 'code',
    reference,
    code,
    register:
      value === null
        ? null
        : { reference: referenceOf(members, 'aliasReference'), value, label: textOf(members, 'aliasLabel', MOST_CHARACTERS) },
  };
}

export function refundOrderOf(body: Buffer): RefundOrder {
  const members = membersOf(body);
  return { reference: referenceOf(members), amountMinor: amountOf(members) };
}

export function referenceOf(members: Members, key = 'reference'): string {
  const reference = textOf(members, key, MOST_CHARACTERS);
  if (!/^[A-Za-z0-9-]+$/.test(reference)) throw malformed(key);
  return reference;
}
