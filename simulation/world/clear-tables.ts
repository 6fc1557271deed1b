import type { Client } from 'pg';

/** What the migrations have written, and what is as true of the next episode. */
const KEPT = ['migrations', 'payment_rate_table', 'payment_exchange_rate', 'business_clock'];

/** Day of the table of rates that the migrations bring. */
const SHIPPED = '2024-01-29';

/** All rows of the application. Its own guards, which refuse that to everybody, are off for this one session and moment. */
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
