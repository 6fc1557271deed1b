import { amountOf, malformed, type OrderMembers, orderMembersOf, optionalTextOf, textMember } from '../http/order-members.js';
import type { OperatorChargeOrder } from './simulated-charge.service.js';
import type { OperatorCodeOrder } from './simulated-code.service.js';

/** @throws BadRequestException when the body is not an order for a code. */
export function operatorCodeOrderOf(body: Buffer): OperatorCodeOrder {
  const members = orderMembersOf(body);
  return {
    description: optionalTextOf(members, 'description', 500),
    codeReference: textMember(members, 'codeReference'),
    phoneNumber: phoneNumber(members),
    amount: amountOf(members),
    seller: textMember(members, 'seller', 200),
  };
}

/** @throws BadRequestException when the body is not an order for a charge. */
export function operatorChargeOrderOf(body: Buffer): OperatorChargeOrder {
  const members = orderMembersOf(body);
  return {
    chargeReference: textMember(members, 'chargeReference'),
    codeReference: textMember(members, 'codeReference'),
    phoneNumber: phoneNumber(members),
    code: textMember(members, 'code'),
    amount: amountOf(members),
  };
}

function phoneNumber(members: OrderMembers): string {
  const value = textMember(members, 'phoneNumber');
  if (!/^48\d{9}$/.test(value)) throw malformed('phoneNumber');
  return value;
}
