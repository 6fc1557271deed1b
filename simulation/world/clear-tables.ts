import type { Client } from 'pg';

/** Tables that the migrations fill and that stay the same for every episode. */
const KEPT = ['migrations', 'payment_rate_table', 'payment_exchange_rate', 'business_clock'];

/** Day of the exchange rates that the migrations insert. */
const SHIPPED = '2024-01-29';

/** Deletes all rows of the application. Triggers that forbid this are disabled in this session only. */
export async function clearTables(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND NOT relname = ANY ($1)`,
    [KEPT],
  );
  await admin.query('SET session_replication_role = replica');
  await admin.query(`TRUNCATE ${rows.map(({ name }) => name).join(', ')} RESTART IDENTITY CASCADE`);
  await admin.query('UPDATE business_clock SET offset_ms = 0');
  for (const table of ['payment_exchange_rate', 'payment_rate_table'])
    await admin.query(`DELETE FROM ${table} WHERE effective_on > $1`, [SHIPPED]);
  await admin.query('SET session_replication_role = origin');
}
