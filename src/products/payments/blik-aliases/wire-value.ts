import { createHash } from 'node:crypto';
import type { AliasType } from './payment-alias.entity.js';

/**
 * The value of an alias at the acquirer. Two partners may choose the same UID, and neither may reach the payer of the other. So the value of a UID is
 * hashed with its service. A PAYID is sent unchanged, because it is unique in the whole system. An alias can be charged only by the value with which
 * it was registered, so this function must never change. The database computes the same value (`payment_alias_wire_value_scoped`).
 */
export function wireValueOf(type: AliasType, serviceId: string, value: string): string {
  return type === 'PAYID' ? value : createHash('sha256').update(`${serviceId}:${value}`).digest('hex');
}
