import type { DataSource, EntityManager } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';

const READ_IS_SELLING = {
  name: 'service_sells',
  text: `SELECT s.status = 'service_active' AND p.blocked_at IS NULL AS sells FROM service s JOIN partner p ON p.id = s.partner_id WHERE s.id = $1`,
};

/**
 * Whether payers may begin a payment for a service: the service is active, and its partner is not blocked. Code that begins a payment
 * checks this in the transaction that records the payment. Payments that have begun continue.
 */
export async function isSelling(database: DataSource | EntityManager, serviceId: string): Promise<boolean> {
  const [row] = await runNamed<{ sells: boolean }>(database, READ_IS_SELLING, [serviceId]);
  return row?.sells ?? false;
}
