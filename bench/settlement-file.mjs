// How long the command line takes to compare a settlement file of a million lines with a million charges, including its own start.
// Usage: npm run bench:settlement-file [-- --lines 1000000]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ENCRYPTION_KEYS, startDatabase } from './world.mjs';

const { values: options } = parseArgs({ options: { lines: { type: 'string', default: '1000000' } } });
const lines = Number(options.lines);
const GATEWAY = join(import.meta.dirname, '../scripts/gateway.mjs');

const database = await startDatabase();
const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
try {
  await insertCharges();
  const path = join(folder, 'orange.csv');
  await writeFile(path);
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DATABASE_URL: database.appUrl,
    ENCRYPTION_KEYS,
    DATABASE_OWNER_URL: database.ownerUrl,
    SANDBOX: 'off',
    SEED_DEMO: 'off',
  };
  const argv = ['settlement', 'import', 'orange', path, '--month', '2026-01', '--author', 'Benchmark'];
  for (const turn of ['first', 'again']) {
    const started = performance.now();
    const child = spawn(process.execPath, [GATEWAY, ...argv, '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    await once(child, 'close');
    const { lines: compared, repeated, discrepancies } = JSON.parse(out);
    console.log(
      `${turn}: ${((performance.now() - started) / 1000).toFixed(1)} s for ${compared} lines, repeated: ${repeated}, ${JSON.stringify(discrepancies)}`,
    );
  }
} finally {
  await rm(folder, { recursive: true });
  await database.stop();
}

/** Inserts reversed charges of one transaction, which may have only one active charge. Rows that the import does not read are missing. */
async function insertCharges() {
  await database.query("INSERT INTO partner (id, name, created_at) VALUES ('00000000-0000-7000-8000-000000000001', 'Benchmark', now())");
  await database.query(`INSERT INTO service (id, partner_id, area, name, status, created_at, updated_at)
    VALUES ('bbbbbbbb', '00000000-0000-7000-8000-000000000001', 'directbilling', 'Benchmark', 'service_active', now(), now())`);
  await database.query("INSERT INTO direct_billing_service (service_id, suffix) VALUES ('bbbbbbbb', 'bench')");
  await database.query(`INSERT INTO direct_billing_transaction (id, service_id, status, amount_type, amount_minor, gross_minor, net_minor, partner_minor, tariffs,
      expires_at, created_at, updated_at)
    VALUES ('00000000-0000-7000-8000-000000000002', 'bbbbbbbb', 'transaction_db_rejected', 'gross', 1000, 1000, 813, 500, '{}', now(), now(), now())`);
  await database.query(
    `INSERT INTO direct_billing_charge (reference, transaction_id, operator, phone_number, test, state, gross_minor, net_minor, partner_minor, sent_at, updated_at)
     SELECT gen_random_uuid(), '00000000-0000-7000-8000-000000000002', 'orange', '48500600700', false, 'reversed', 1000, 813, 500, now(), now()
     FROM generate_series(1, $1::int)`,
    [lines],
  );
  await database.query('ANALYZE');
}

/** One in a thousand lines has another amount, and one in a thousand has an unknown reference. */
async function writeFile(path) {
  const file = createWriteStream(path);
  file.write('reference,amount,description\n');
  const { rows } = await database.query('SELECT reference FROM direct_billing_charge');
  for (const [index, { reference }] of rows.entries()) {
    const fileReference = index % 1_000 === 7 ? `unknown-${index}` : reference;
    if (!file.write(`${fileReference},${index % 1_000 === 3 ? '10.01' : '10.00'},"DirectBilling, game points"\n`))
      await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}
