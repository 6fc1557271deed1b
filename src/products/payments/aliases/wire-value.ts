import { createHash } from 'node:crypto';
import type { AliasType } from './payment-alias.entity.js';

/**
 * What outside parties know an alias by. A UID is chosen by a partner, and two may choose the same one; whoever pays with it must not reach
 * the payer of the other. A PAYID is unique in the whole system. What was registered by one value cannot be paid with by another, so this
 * never changes; the database computes the same (`payment_alias_wire_value_scoped`).
 */
export function wireValueOf(type: AliasType, serviceId: string, value: string): string {
  return type === 'PAYID' ? value : createHash('sha256').update(`${serviceId}:${value}`).digest('hex');
}
