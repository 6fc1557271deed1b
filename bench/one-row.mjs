// Whether many requests for one row of one partner delay others: creates and payers' pages of others, first alone, then while 200 refunds of one
// payment are under way all the time. A rejected client repeats its request after Retry-After. The connection pool has 5 connections.
// Usage: npm run bench:one-row [-- --seconds 10 --rounds 5 --no-verdict]
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { demoToken } from './demo-token.mjs';
import { p99AtRate } from './steady-rate.mjs';
import { ENCRYPTION_KEYS, UNREACHABLE_LIMITS, median, startDatabase, startServer } from './world.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    verdict: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const [SECONDS, ROUNDS] = [Number(options.seconds), Number(options.rounds)];
/** Clients that request a refund of the same payment at the same time. */
const CROWD = 200;
/** Requests per second of the others, whose response times are measured. */
const RATE = 20;
/** Number of payers so far. It decides a payer's IP address, because requests from one address would share its limits. */
let payers = 0;

const database = await startDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'gateway-bench-demo-'));
const gateway = await startServer(
  'dist/main.js',
  {
    NODE_ENV: 'development',
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATABASE_POOL_SIZE: '5',
    ENCRYPTION_KEYS,
    LOG_LEVEL: 'silent',
    SANDBOX: 'on',
    SEED_DEMO: 'on',
    ROLE: 'api',
    ...UNREACHABLE_LIMITS,
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: dataDir,
  },
  '/healthz',
);
try {
  const authorization = `Bearer ${await demoToken(dataDir, gateway.url)}`;
  const json = { 'content-type': 'application/json' };
  const services = await seededServices(authorization);
  const transactions = `${gateway.url}/payment/${services[0].id}/transactions`;
  const body = JSON.stringify({ amount: 12.3 });
  const { data: payment } = await (await fetch(transactions, { method: 'POST', headers: { authorization, ...json }, body })).json();

  const other = await otherPartner();
  const requestsOfOthers = {
    'creates of another partner': {
      url: other.url,
      method: 'POST',
      headersOf: () => ({ authorization: other.authorization, ...json }),
      body,
    },
    'a payer’s page': {
      url: new URL(new URL(payment.redirectUrl).pathname, gateway.url).href,
      method: 'GET',
      headersOf: () => ({ 'x-forwarded-for': `203.0.113.${(payers += 1) % 250}` }),
    },
  };
  const refunds = `${transactions}/${payment.transactionId}/refunds`;
  const load = { connections: 16, perSecond: RATE };
  for (const each of Object.values(requestsOfOthers)) await p99AtRate({ ...load, ...each, seconds: Math.min(2, SECONDS) }); // warm-up
  for (let count = 0; count < 50; count += 1)
    await (await fetch(refunds, { method: 'POST', headers: { authorization, ...json }, body: '{"amount":1}' })).arrayBuffer();
  const runs = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const quiet = await measure(requestsOfOthers, load);
    const crowd = startCrowd(refunds, { authorization, ...json });
    const crowded = await measure(requestsOfOthers, load);
    console.error(`Round ${round} of ${ROUNDS}; responses to the crowd by status: ${JSON.stringify(await crowd.stop())}`);
    runs.push({ quiet, crowded });
  }
  console.log(`\n${CROWD} refunds of one payment under way for ${SECONDS} s, ${ROUNDS} rounds in turn with quiet ones\n`);
  console.log(`| ${RATE} a second | p99 quiet, ms | p99 meanwhile, ms | ratio | lowest … highest |\n|---|---|---|---|---|`);
  const ratioOf = (label) => median(runs.map(({ quiet, crowded }) => crowded[label] / quiet[label]));
  for (const label of Object.keys(requestsOfOthers)) {
    const [quiet, crowded] = ['quiet', 'crowded'].map((when) => median(runs.map((run) => run[when][label])).toFixed(0));
    const ratios = runs.map((run) => run.crowded[label] / run.quiet[label]);
    const range = `${Math.min(...ratios).toFixed(1)} … ${Math.max(...ratios).toFixed(1)}`;
    console.log(`| ${label} | ${quiet} | ${crowded} | ${ratioOf(label).toFixed(1)} | ${range} |`);
  }
  if (options.verdict && Object.keys(requestsOfOthers).some((label) => ratioOf(label) > 2)) {
    console.log('\nMore than twice as long as when it is quiet.');
    process.exitCode = 1;
  }
} finally {
  await gateway.stop();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Waits for the demo partner's services for online payments, which are seeded after the token. */
async function seededServices(authorization) {
  for (;;) {
    const { data } = await (await fetch(`${gateway.url}/payment`, { headers: { authorization } })).json();
    if (data.length > 0) return data;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function measure(requestsOfOthers, load) {
  const measured = Object.entries(requestsOfOthers).map(async ([label, each]) => [
    label,
    await p99AtRate({ ...load, ...each, seconds: SECONDS }),
  ]);
  return Object.fromEntries(await Promise.all(measured));
}

function startCrowd(url, headers) {
  const workerData = { url, headers, body: '{"amount":1}', clients: CROWD };
  const crowd = new Worker(new URL('./crowd.mjs', import.meta.url), { workerData });
  return {
    async stop() {
      crowd.postMessage('stop');
      const [statusCounts] = await once(crowd, 'message');
      return statusCounts;
    },
  };
}

/** A partner with a DirectBilling service like the demo's. */
async function otherPartner() {
  const [partnerId, token, id] = [randomUUID(), randomBytes(24).toString('hex'), 'be0c0001'];
  await database.query("INSERT INTO partner (id, name, created_at) VALUES ($1, 'Other', now())", [partnerId]);
  await database.query(
    "INSERT INTO access_token (id, partner_id, name, token_hash, abilities, created_at) VALUES ($1, $2, 'benchmark', $3, '{*}', now())",
    [randomUUID(), partnerId, createHash('sha256').update(token).digest()],
  );
  await database.query(
    "INSERT INTO service (id, partner_id, area, name, status, created_at, updated_at) VALUES ($1, $2, 'directbilling', 'Benchmark', 'service_active', now(), now())",
    [id, partnerId],
  );
  await database.query("INSERT INTO direct_billing_service (service_id, suffix) VALUES ($1, 'BENCH')", [id]);
  await database.query(
    `INSERT INTO direct_billing_tariff (service_id, operator, enabled, share_low_bp, share_middle_bp, share_high_bp, max_gross_minor)
     SELECT $1, operator, enabled, share_low_bp, share_middle_bp, share_high_bp, max_gross_minor FROM direct_billing_tariff
     WHERE service_id = (SELECT min(service_id) FROM direct_billing_tariff)`,
    [id],
  );
  return { url: `${gateway.url}/directbilling/${id}/transactions`, authorization: `Bearer ${token}` };
}
