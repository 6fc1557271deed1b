// How long the command line takes to seal, verify, settle and print the statement of a ledger of a million postings, including its own start.
// Usage: npm run bench:ledger [-- --postings 1000000 --partners 100]
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { OPEN_ACCOUNTS } from '../dist/platform/ledger/ledger-statements.js';
import { ENCRYPTION_KEYS, startDatabase } from './world.mjs';

const { values: options } = parseArgs({
  options: { postings: { type: 'string', default: '1000000' }, partners: { type: 'string', default: '100' } },
});
const POSTINGS_PER_ENTRY = 4;
const entries = Math.ceil(Number(options.postings) / POSTINGS_PER_ENTRY);
const GATEWAY = join(import.meta.dirname, '../scripts/gateway.mjs');
const GUARDED_TABLES = ['ledger_entry', 'ledger_posting', 'wallet', 'wallet_line'];
const ACCOUNT_KINDS = ['platform:clearing:sms', 'platform:vat', 'partner:pending', 'platform:commission'];

const database = await startDatabase();
try {
  await insertLedger();
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DATABASE_URL: database.appUrl,
    ENCRYPTION_KEYS,
    DATABASE_OWNER_URL: database.ownerUrl,
    SANDBOX: 'off',
    SEED_DEMO: 'off',
  };
  const run = async (...argv) => {
    const started = performance.now();
    const { stdout } = await promisify(execFile)(process.execPath, [GATEWAY, ...argv], { env, timeout: 300_000, maxBuffer: 1 << 28 });
    const summary = stdout.length > 300 ? `${stdout.length} characters` : stdout.trim().replaceAll(/\s+/g, ' ');
    console.log(`${((performance.now() - started) / 1000).toFixed(1)} s: ${argv.slice(0, 2).join(' ')}: ${summary}`);
  };
  await run('ledger', 'verify'); // nothing is sealed yet
  await run('ledger', 'head');
  for (let turn = 1; turn <= 3; turn += 1) await run('ledger', 'verify');
  await run('settlement', 'settle', 'sms', '--from', '2026-01-01', '--to', '2026-01-02', '--reference', 'S', '--author', 'Benchmark');
  await run('statement', '--month', '2026-01', '--csv');
  await run('ledger', 'head');
  await run('ledger', 'verify');
} finally {
  await database.stop();
}

/** Inserts sold messages as the gateway posts them. The triggers that check each row are off: they do not affect the measurement. */
async function insertLedger() {
  await database.query(
    "INSERT INTO partner (id, name, created_at) SELECT gen_random_uuid(), 'Benchmark', now() FROM generate_series(1, $1::int)",
    [Number(options.partners)],
  );
  const { rows } = await database.query('SELECT id FROM partner ORDER BY id');
  for (const { id } of rows)
    await database.query(OPEN_ACCOUNTS.text, [
      ACCOUNT_KINDS,
      [null, null, id, null],
      ACCOUNT_KINDS.map(() => 'PLN'),
      ACCOUNT_KINDS.map(() => false),
    ]);
  for (const table of GUARDED_TABLES) await database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await insertMessages();
  // The entries need many transactions, as real sales do, because a seal does not split a transaction.
  for (let from = 1; from <= entries; from += 1_000)
    await database.query(
      `INSERT INTO ledger_entry (id, kind, reference, occurred_at, test)
       SELECT gen_random_uuid(), 'sms.received', 'sms:' || t.id, t.created_at, false FROM sms_transaction t WHERE t.id BETWEEN $1 AND $1 + 999`,
      [from],
    );
  await database.query(`
    INSERT INTO ledger_posting (entry_id, line, account_id, amount_minor, currency)
    SELECT entry.id, line, account.id, amount, 'PLN'
    FROM (SELECT e.id, s.partner_id FROM ledger_entry e JOIN sms_transaction t ON e.reference = 'sms:' || t.id JOIN service s ON s.id = t.service_id) AS entry
    CROSS JOIN (VALUES ('platform:clearing:sms', 62, 1), ('platform:vat', -12, 2), ('partner:pending', -25, 3), ('platform:commission', -25, 4))
      AS part (kind, amount, line)
    JOIN ledger_account account ON account.kind = part.kind AND (account.partner_id IS NULL OR account.partner_id = entry.partner_id)`);
  await database.query(`
    INSERT INTO wallet_line (account_id, occurred_at, entry_id, line, amount_minor)
    SELECT p.account_id, e.occurred_at, p.entry_id, p.line, p.amount_minor
    FROM ledger_posting p JOIN ledger_entry e ON e.id = p.entry_id JOIN ledger_account a ON a.id = p.account_id WHERE a.partner_id IS NOT NULL`);
  await database.query(`
    UPDATE wallet SET pending_minor = (SELECT -sum(amount_minor) FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
                                       WHERE a.partner_id = wallet.partner_id AND a.kind = 'partner:pending')`);
  for (const table of GUARDED_TABLES) await database.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await database.query('ANALYZE');
}

/** Inserts a service for each partner and the messages that it sold, all on one day. */
async function insertMessages() {
  await database.query(`
    INSERT INTO service (id, partner_id, area, name, status, created_at, updated_at)
    SELECT lpad(to_hex(row_number() OVER ()), 8, '0'), id, 'sms', 'Benchmark', 'service_active', now(), now() FROM partner`);
  await database.query("INSERT INTO sms_service (service_id, type, prefix, suffix) SELECT id, 'ONE_TIME_CODE', 'BENCH', id FROM service");
  await database.query(
    `INSERT INTO sms_inbound (message_id, from_number, send_number, text, sent_at, received_at, test, outcome, service_id, reply)
     SELECT 'm' || n, '48500600700', '7055', '', at, at, false, 'matched', lpad(to_hex(1 + n % $2::int), 8, '0'), ''
     FROM (SELECT n, timestamptz '2026-01-01 12:00+01' + n * interval '1 millisecond' AS at FROM generate_series(1, $1::int) AS n) AS m`,
    [entries, Number(options.partners)],
  );
  await database.query(`
    INSERT INTO sms_transaction (service_id, message_id, from_number, send_number, code, test, net_minor, gross_minor, partner_minor, sent_at, created_at)
    SELECT service_id, message_id, '48500600700', 7055, '', false, 50, 62, 25, sent_at, sent_at FROM sms_inbound ORDER BY sent_at`);
}
