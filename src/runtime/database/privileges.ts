import type { QueryRunner } from 'typeorm';
import { QUEUE_SCHEMA } from './queue-schema.js';

/** Tables that the application may add to and read, never change: corrections are new rows. */
const APPEND_ONLY = [
  'ledger_account',
  'ledger_entry',
  'ledger_posting',
  'state_history',
  'webhook_event',
  'webhook_endpoint_change',
  'payment_report',
];
/** Tables whose rows stay and of which only these columns ever change; the rest is fixed when a row is made. */
const CHANGED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  payment_transaction: [
    'status',
    'channel',
    'commission_minor',
    'partner_minor',
    'attempt_count',
    'code_count',
    'failure_reason',
    'hold_reason',
    'held_at',
    'paid_at',
    'expires_at',
    'due_at',
    'updated_at',
  ],
  payment_attempt: [
    'state',
    'provider_ref',
    'data',
    'next',
    'reason',
    'raw_code',
    'seen_minor',
    'seen_currency',
    'was_held',
    'suspense_minor',
    'return_reference',
    'return_provider_ref',
    'ask_at',
    'ask_count',
    'updated_at',
  ],
  payment_code: ['state', 'reason', 'raw_code', 'updated_at'],
};
const SCHEMAS = ['public', 'sandbox', QUEUE_SCHEMA];

/** Gives the application role what it needs and no more. Repeating it is harmless; it runs after every migration. */
export async function grantToApplication(runner: QueryRunner, role: string): Promise<void> {
  const [row] = (await runner.query('SELECT quote_ident($1) AS role, current_user = $1 AS same', [role])) as [
    { role: string; same: boolean },
  ];
  if (row.same) return; // one role for everything: it owns the tables already
  const schemas = (await runner.query('SELECT nspname FROM pg_namespace WHERE nspname = ANY($1)', [SCHEMAS])) as { nspname: string }[];
  for (const { nspname } of schemas) {
    await runner.query(`
      GRANT USAGE ON SCHEMA ${nspname} TO ${row.role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${nspname} TO ${row.role};
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${nspname} TO ${row.role};`);
  }
  await grantSequences(runner, row.role);
  // BullMQ makes a sequence for each queue as it is used; its schema holds nothing but wake-ups.
  if (schemas.some(({ nspname }) => nspname === QUEUE_SCHEMA)) await runner.query(`GRANT CREATE ON SCHEMA ${QUEUE_SCHEMA} TO ${row.role}`);
  const tables = (await runner.query(
    `SELECT relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
     WHERE n.nspname = 'public' AND relkind IN ('r', 'p') AND relname ~ ('^(' || array_to_string($1::text[], '|') || ')(_default|_\\d{4}_\\d{2})?$')`,
    [APPEND_ONLY],
  )) as { relname: string }[];
  for (const { relname } of tables) await runner.query(`REVOKE UPDATE, DELETE, TRUNCATE ON ${relname} FROM ${row.role}`);
  await narrowUpdates(runner, row.role);
}

async function narrowUpdates(runner: QueryRunner, role: string): Promise<void> {
  const tables = (await runner.query(
    `SELECT relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE n.nspname = 'public' AND relname = ANY ($1)`,
    [Object.keys(CHANGED_COLUMNS)],
  )) as { relname: string }[];
  for (const { relname } of tables) {
    await runner.query(`
      REVOKE UPDATE, DELETE, TRUNCATE ON ${relname} FROM ${role};
      GRANT UPDATE (${CHANGED_COLUMNS[relname]?.join(', ')}) ON ${relname} TO ${role}`);
  }
}

/** Only the owner's: those that BullMQ made as the application belong to it already, and the owner may grant nothing on them. */
async function grantSequences(runner: QueryRunner, role: string): Promise<void> {
  const sequences = (await runner.query(
    `SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY($1) AND c.relkind = 'S' AND pg_get_userbyid(c.relowner) = current_user`,
    [SCHEMAS],
  )) as { name: string }[];
  if (sequences.length > 0)
    await runner.query(`GRANT USAGE, SELECT ON SEQUENCE ${sequences.map(({ name }) => name).join(', ')} TO ${role}`);
}
