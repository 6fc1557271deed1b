import { amountOf, malformed, type Members, membersOf, optionalTextOf, textOf } from '../http/order-members.js';
import type { ChargeOrder } from './simulated-charge.service.js';
import type { CodeOrder } from './simulated-code.service.js';

/** @throws BadRequestException when the body is not an order for a code. */
export function codeOrderOf(body: Buffer): CodeOrder {
  const members = membersOf(body);
  return {
    description: optionalTextOf(members, 'description', 500),
    codeReference: textOf(members, 'codeReference'),
    phoneNumber: phoneNumber(members),
    amount: amountOf(members),
    seller: textOf(members, 'seller', 200),
  };
}

/** @throws BadRequestException when the body is not an order for a charge. */
export function chargeOrderOf(body: Buffer): ChargeOrder {
  const members = membersOf(body);
  return {
    chargeReference: textOf(members, 'chargeReference'),
    codeReference: textOf(members, 'codeReference'),
    phoneNumber: phoneNumber(members),
    code: textOf(members, 'code'),
    amount: amountOf(members),
  };
}

function phoneNumber(members: Members): string {
  const value = textOf(members, 'phoneNumber');
  if (!/^48\d{9}$/.test(value)) throw malformed('phoneNumber');
  return value;
}
