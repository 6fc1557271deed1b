// How long the command line takes to prove a ledger of a million postings, its own start included.
// Usage: npm run bench:ledger [-- --postings 1000000 --partners 100]
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { OPEN_ACCOUNTS } from '../dist/platform/ledger/ledger-statements.js';
import { ENCRYPTION_KEYS, startDatabase } from './world.mjs';

const { values: options } = parseArgs({
  options: { postings: { type: 'string', default: '1000000' }, partners: { type: 'string', default: '100' } },
});
const PER_ENTRY = 4;
const entries = Math.ceil(Number(options.postings) / PER_ENTRY);
const GATEWAY = join(import.meta.dirname, '../scripts/gateway.mjs');
const GUARDED = ['ledger_entry', 'ledger_posting', 'wallet'];
const KINDS = ['platform:clearing:sms', 'platform:vat', 'partner:pending', 'platform:commission'];

const database = await startDatabase();
try {
  await fill();
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DATABASE_URL: database.appUrl,
    ENCRYPTION_KEYS,
    DATABASE_OWNER_URL: database.ownerUrl,
    SANDBOX: 'off',
    SEED_DEMO: 'off',
  };
  for (let run = 1; run <= 3; run += 1) {
    const started = performance.now();
    const { stdout } = await promisify(execFile)(process.execPath, [GATEWAY, 'ledger', 'verify'], { env, timeout: 60_000 });
    console.log(`${((performance.now() - started) / 1000).toFixed(1)} s: ${stdout.trim()}`);
  }
} finally {
  await database.stop();
}

/** Sold messages as the gateway posts them. The guards look at each row; what is proved here would be the same without them. */
async function fill() {
  await database.query(
    "INSERT INTO partner (id, name, created_at) SELECT gen_random_uuid(), 'Benchmark', now() FROM generate_series(1, $1::int)",
    [Number(options.partners)],
  );
  const { rows } = await database.query('SELECT id FROM partner ORDER BY id');
  for (const { id } of rows)
    await database.query(OPEN_ACCOUNTS.text, [KINDS, [null, null, id, null], KINDS.map(() => 'PLN'), KINDS.map(() => false)]);
  for (const table of GUARDED) await database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await database.query(
    `INSERT INTO ledger_entry (id, kind, reference, occurred_at, test, created_xid)
     SELECT gen_random_uuid(), 'sms.received', 'sms:' || n, now(), false, pg_current_xact_id() FROM generate_series(1, $1::int) AS n`,
    [entries],
  );
  await database.query(`
    INSERT INTO ledger_posting (entry_id, line, account_id, amount_minor, currency)
    SELECT entry.id, line, account.id, amount, 'PLN'
    FROM (SELECT e.id, p.id AS partner_id
          FROM (SELECT id, row_number() OVER () AS n FROM ledger_entry) e
          JOIN (SELECT id, row_number() OVER () AS n, count(*) OVER () AS all_of_them FROM partner) p ON p.n = 1 + e.n % p.all_of_them) AS entry
    CROSS JOIN (VALUES ('platform:clearing:sms', 62, 1), ('platform:vat', -12, 2), ('partner:pending', -25, 3), ('platform:commission', -25, 4))
      AS part (kind, amount, line)
    JOIN ledger_account account ON account.kind = part.kind AND (account.partner_id IS NULL OR account.partner_id = entry.partner_id)`);
  await database.query(`
    UPDATE wallet SET pending_minor = (SELECT -sum(amount_minor) FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
                                       WHERE a.partner_id = wallet.partner_id AND a.kind = 'partner:pending')`);
  for (const table of GUARDED) await database.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await database.query('ANALYZE');
}
