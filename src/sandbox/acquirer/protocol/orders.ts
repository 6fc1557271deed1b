import { amountOf, malformed, type Members, membersOf, optionalTextOf, textOf } from '../../http/order-members.js';
import { methodOf } from '../methods.js';

const MOST_CHARACTERS = 35;

export interface PaymentOrder {
  reference: string;
  method: string;
  amountMinor: number;
  currency: string;
  description: string;
  returnUrl: string;
  expiresAt: Date;
}

export type CodeOrder =
  | { kind: 'code'; reference: string; code: string; register: { value: string; label: string } | null }
  | { kind: 'alias'; reference: string; value: string; app: string | null };

export interface RefundOrder {
  reference: string;
  amountMinor: number;
}

/** @throws BadRequestException when the body is not an order for a payment, as all below do of theirs. */
export function paymentOrderOf(body: Buffer): PaymentOrder {
  const members = membersOf(body);
  const [method, currency, returnUrl] = [textOf(members, 'method'), textOf(members, 'currency', 3), textOf(members, 'returnUrl', 2_000)];
  if (!methodOf(method)) throw malformed('method');
  if (!/^[A-Z]{3}$/.test(currency)) throw malformed('currency');
  if (!/^https?:\/\//.test(returnUrl) || !URL.canParse(returnUrl)) throw malformed('returnUrl');
  const expiresAt = new Date(textOf(members, 'expiresAt'));
  if (Number.isNaN(expiresAt.getTime())) throw malformed('expiresAt');
  const description = textOf(members, 'description', 200);
  return { reference: referenceOf(members), method, amountMinor: amountOf(members), currency, description, returnUrl, expiresAt };
}

export function codeOrderOf(body: Buffer): CodeOrder {
  const members = membersOf(body);
  const reference = referenceOf(members);
  const [alias, code] = [optionalTextOf(members, 'alias'), optionalTextOf(members, 'code')];
  if (alias !== null) return { kind: 'alias', reference, value: alias, app: optionalTextOf(members, 'app') };
  if (code === null || !/^\d{6}$/.test(code)) throw malformed('code');
  const value = optionalTextOf(members, 'registerAlias');
  return {
    kind: 'code',
    reference,
    code,
    register: value === null ? null : { value, label: textOf(members, 'aliasLabel', MOST_CHARACTERS) },
  };
}

export function refundOrderOf(body: Buffer): RefundOrder {
  const members = membersOf(body);
  return { reference: referenceOf(members), amountMinor: amountOf(members) };
}

function referenceOf(members: Members): string {
  const reference = textOf(members, 'reference', MOST_CHARACTERS);
  if (!/^[A-Za-z0-9-]+$/.test(reference)) throw malformed('reference');
  return reference;
}
