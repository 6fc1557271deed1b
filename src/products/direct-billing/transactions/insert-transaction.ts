import type { DataSource, EntityManager } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import { countNew } from '../../../platform/listing/listing-statements.js';
import type { DirectBillingTransaction } from '../entities/direct-billing-transaction.entity.js';
import { TRANSACTION_LIST } from './transaction.list.js';

/** The row and the list's counters: everything a new transaction writes, in one round trip. */
export const INSERT_TRANSACTION = {
  name: 'direct_billing_transaction_insert',
  text: `
    WITH ${countNew('$19::text', '$3::text', '$18::timestamptz')}
    INSERT INTO direct_billing_transaction (id, service_id, status, amount_type, amount_minor, gross_minor, net_minor, partner_minor, rates,
      phone_number, phone_fixed, control, description, success_url, failure_url, steamid, expires_at, created_at, updated_at, trace_parent)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $20)`,
};

export async function insertTransaction(on: DataSource | EntityManager, row: DirectBillingTransaction): Promise<void> {
  await runNamed(on, INSERT_TRANSACTION, [
    row.id,
    row.serviceId,
    row.status,
    row.amountType,
    row.amountMinor,
    row.grossMinor,
    row.netMinor,
    row.partnerMinor,
    JSON.stringify(row.rates),
    row.phoneNumber,
    row.phoneFixed,
    row.control,
    row.description,
    row.successUrl,
    row.failureUrl,
    row.steamid,
    row.expiresAt,
    row.createdAt,
    TRANSACTION_LIST.counter(row.serviceId),
    row.traceParent,
  ]);
}
