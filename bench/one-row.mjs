// Whether a crowd about one row of one partner keeps others waiting: creates and payers' pages of others, first while nothing else is asked, then
// while 200 refunds of one payment are under way all the time; who is refused comes again when he was told to. A pool of 5, as built.
// Usage: npm run bench:one-row [-- --seconds 10]
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demoToken } from './demo-token.mjs';
import { p99AtRate } from './steady-rate.mjs';
import { ENCRYPTION_KEYS, LIMITS_NOBODY_REACHES, startDatabase, startServer } from './world.mjs';

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
const SECONDS = Number(options.seconds);
const CROWD = 200;
const RATE = 10;
/** Each at an address of his own. */
let payers = 0;

const database = await startDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'gateway-bench-demo-'));
const gateway = await startServer(
  'dist/main.js',
  4100,
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
    ...LIMITS_NOBODY_REACHES,
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
  const innocents = {
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
  const load = { connections: 16, perSecond: RATE };
  for (const each of Object.values(innocents)) await p99AtRate({ ...load, ...each, seconds: 2 }); // what is compiled is so by then
  const quiet = await measure(innocents, load);
  const crowd = startCrowd(`${transactions}/${payment.transactionId}/refunds`, { authorization, ...json });
  const crowded = await measure(innocents, load);
  const told = await crowd.stop();
  console.log(`\n${CROWD} refunds of one payment under way for ${SECONDS} s, answers by status: ${JSON.stringify(told)}\n`);
  console.log(`| ${RATE} a second | p99 quiet, ms | p99 meanwhile, ms | ratio |\n|---|---|---|---|`);
  for (const what of Object.keys(innocents))
    console.log(`| ${what} | ${quiet[what].toFixed(0)} | ${crowded[what].toFixed(0)} | ${(crowded[what] / quiet[what]).toFixed(1)} |`);
  if (Object.keys(innocents).some((what) => crowded[what] > 2 * quiet[what])) {
    console.log('\nMore than twice as long as when it is quiet.');
    process.exitCode = 1;
  }
} finally {
  await gateway.stop();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Those for online payments; the token is there before them. */
async function seededServices(authorization) {
  for (;;) {
    const { data } = await (await fetch(`${gateway.url}/payment`, { headers: { authorization } })).json();
    if (data.length > 0) return data;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function measure(innocents, load) {
  const measured = Object.entries(innocents).map(async ([what, each]) => [what, await p99AtRate({ ...load, ...each, seconds: SECONDS })]);
  return Object.fromEntries(await Promise.all(measured));
}

/** So many callers, each of whom asks again as soon as he may. */
function startCrowd(url, headers) {
  const [told, end] = [{}, new AbortController()];
  const caller = async () => {
    while (!end.signal.aborted) {
      const answer = await fetch(url, { method: 'POST', headers, body: '{"amount":1}' });
      await answer.arrayBuffer();
      told[answer.status] = (told[answer.status] ?? 0) + 1;
      const pause = Number(answer.headers.get('retry-after') ?? 0) * 1000;
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
  const callers = Array.from({ length: CROWD }, caller);
  return {
    async stop() {
      end.abort();
      await Promise.all(callers);
      return told;
    },
  };
}

/** With a service for phone bills, as those of the demo are. */
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
