// How many unpaid transactions a worker rejects per second, each with its notification, which the same process delivers meanwhile to a receiver
// that acknowledges.
// Usage: npm run bench:expiry [-- --transactions 20000 --workers 1]
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoToken } from './demo-token.mjs';
import { ENCRYPTION_KEYS, UNREACHABLE_LIMITS, startDatabase, startServer } from './world.mjs';

const { values: options } = parseArgs({
  options: { transactions: { type: 'string', default: '20000' }, workers: { type: 'string', default: '1' } },
});
const transactions = Number(options.transactions);

const receiver = createServer((incoming, response) => incoming.resume().on('end', () => response.end('OK')));
await once(receiver.listen(0, '127.0.0.1'), 'listening');
const database = await startDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'gateway-bench-demo-'));
const environment = {
  NODE_ENV: 'development',
  DATABASE_URL: database.appUrl,
  DATABASE_OWNER_URL: database.ownerUrl,
  ENCRYPTION_KEYS,
  LOG_LEVEL: 'silent',
  SANDBOX: 'off',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  ...UNREACHABLE_LIMITS,
};
try {
  await insertDueTransactions();
  const workers = [];
  for (let index = 0; index < Number(options.workers); index += 1)
    workers.push(startServer('dist/main.js', { ...environment, ROLE: 'worker', SEED_DEMO: 'off' }, '/healthz'));
  const { from, to } = await waitUntilDone();
  for (const worker of await Promise.all(workers)) await worker.stop();
  const [{ rows: changes }, { rows: events }] = await Promise.all([
    database.query("SELECT count(*)::int AS n FROM state_history WHERE reason = 'expired'"),
    database.query("SELECT count(*)::int AS n, count(*) FILTER (WHERE status = 'acknowledged')::int AS sent FROM webhook_delivery"),
  ]);
  if (changes[0].n !== transactions || events[0].n !== transactions)
    throw new Error(`${changes[0].n} changes and ${events[0].n} notifications of ${transactions} transactions`);
  const seconds = (to.at - from.at) / 1000;
  console.log(
    `${((from.left - to.left) / seconds).toFixed(0)} a second: ${transactions} in ${seconds.toFixed(1)} s by ${options.workers} worker(s), ${events[0].sent} notifications acknowledged meanwhile`,
  );
} finally {
  await database.stop();
  receiver.closeAllConnections();
  receiver.close();
  await rm(dataDir, { recursive: true, force: true });
}

/** Creates one transaction through the API, and many copies of the row that are due to expire. */
async function insertDueTransactions() {
  const api = await startServer('dist/main.js', { ...environment, ROLE: 'api', SANDBOX: 'on', SEED_DEMO: 'on' }, '/healthz');
  const headers = { authorization: `Bearer ${await demoToken(dataDir, api.url)}`, 'content-type': 'application/json' };
  const { data } = await (await fetch(`${api.url}/directbilling`, { headers })).json();
  await fetch(`${api.url}/directbilling/${data[0].id}/transactions`, { method: 'POST', headers, body: '{"amount":5}' });
  await api.stop();
  await database.query('UPDATE service SET notify_url = $1', [`http://127.0.0.1:${receiver.address().port}/`]);
  await database.query(
    `INSERT INTO direct_billing_transaction
     SELECT (jsonb_populate_record(NULL::direct_billing_transaction, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), 'expires_at', now() - n * interval '1 ms'))).*
     FROM (SELECT * FROM direct_billing_transaction LIMIT 1) t, generate_series(1, $1::int) AS n`,
    [transactions],
  );
  await database.query('DELETE FROM direct_billing_transaction WHERE expires_at > now()');
  await database.query('ANALYZE');
}

/** @returns the last moment before the first rejection and the first moment after the last rejection, with the transactions left. */
async function waitUntilDone() {
  let from = { at: performance.now(), left: transactions };
  for (;;) {
    const { rows } = await database.query(
      "SELECT count(*)::int AS left FROM direct_billing_transaction WHERE status = 'transaction_db_new' AND expires_at <= now()",
    );
    const current = { at: performance.now(), left: rows[0].left };
    if (current.left === 0) return { from, to: current };
    if (current.left === transactions) from = current;
    await sleep(50);
  }
}
