import type { Client } from 'pg';

/** Tables that are not truncated, because the migrations fill them. Later rates are deleted, and the business clock is reset. */
const UNCHANGED_TABLES = ['migrations', 'payment_rate_table', 'payment_exchange_rate', 'business_clock'];

/** Date of the exchange rates that the migrations insert. */
const MIGRATED_RATES_DATE = '2024-01-29';

/** Deletes the rows of the previous episode. The triggers that forbid this are disabled in this session only. */
export async function clearTables(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND NOT relname = ANY ($1)`,
    [UNCHANGED_TABLES],
  );
  await admin.query('SET session_replication_role = replica');
  await admin.query(`TRUNCATE ${rows.map(({ name }) => name).join(', ')} RESTART IDENTITY CASCADE`);
  await admin.query('UPDATE business_clock SET offset_ms = 0');
  for (const table of ['payment_exchange_rate', 'payment_rate_table'])
    await admin.query(`DELETE FROM ${table} WHERE effective_on > $1`, [MIGRATED_RATES_DATE]);
  await admin.query('SET session_replication_role = origin');
}
