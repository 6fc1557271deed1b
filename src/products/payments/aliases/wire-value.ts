import { createHash } from 'node:crypto';
import type { AliasType } from './payment-alias.entity.js';

/**
 * The value of an alias at outside parties. Two partners may choose the same UID, and neither must reach the payer of the other, so it is
 * hashed with the service. A PAYID is unique in the whole system. An alias can only be charged by the value it was registered with, so this
 * never changes; the database computes the same (`payment_alias_wire_value_scoped`).
 */
export function wireValueOf(type: AliasType, serviceId: string, value: string): string {
  return type === 'PAYID' ? value : createHash('sha256').update(`${serviceId}:${value}`).digest('hex');
}
