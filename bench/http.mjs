// Create, read one and list, each beside the bare server in the same run: in turn A B A B, so that a drift of the machine's
// speed hits both. Prints requests per second, the ratio pair by pair with the lowest and the highest, and the 99th percentile of each
// at half of its own maximum rate.
// Usage: npm run bench:http [-- --product directbilling --seconds 3 --rounds 7 --connections 32]; the other product is payment
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { demoToken } from './demo-token.mjs';
import { PRODUCTS } from './products.mjs';
import { p99AtRate } from './steady-rate.mjs';
import { ENCRYPTION_KEYS, LIMITS_NOBODY_REACHES, median, startDatabase, startServer } from './world.mjs';

const { values: options } = parseArgs({
  options: {
    product: { type: 'string', default: 'directbilling' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '7' },
    connections: { type: 'string', default: '32' },
  },
});
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
const connections = Number(options.connections);
const product = PRODUCTS[options.product];
if (!product) throw new Error(`--product is one of ${Object.keys(PRODUCTS).join(', ')}`);

const database = await startDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'gateway-bench-demo-'));
const environment = {
  NODE_ENV: 'development',
  DATABASE_URL: database.appUrl,
  ENCRYPTION_KEYS,
  DATABASE_OWNER_URL: database.ownerUrl,
  LOG_LEVEL: 'silent',
  SANDBOX: 'on',
  SEED_DEMO: 'on',
  ROLE: 'api',
  ...LIMITS_NOBODY_REACHES,
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
};
await database.query(product.table);

const gateway = await startServer('dist/main.js', 4100, environment, '/healthz');
const bare = await startServer('bench/bare-server.mjs', 4200, { DATABASE_URL: database.appUrl }, `/${product.area}/00000000/transactions`);
try {
  const token = await demoToken(dataDir, gateway.url);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { data } = await (await fetch(`${gateway.url}/${product.area}`, { headers })).json();
  const serviceId = data[0].id;
  const create = { method: 'POST', path: '/transactions', body: JSON.stringify(product.body) };
  const bases = {
    gateway: `${gateway.url}/${product.area}/${serviceId}`,
    bare: `${bare.url}/${product.area}/${serviceId}`,
    ...(product.rivals.includes('same') && { same: `${bare.url}/same/${serviceId}` }),
  };
  const ids = {};
  for (const [name, base] of Object.entries(bases)) {
    ids[name] = (await (await fetch(`${base}/transactions`, { method: 'POST', headers, body: create.body })).json()).data.transactionId;
  }
  const operations = {
    'create, beside a bare insert': ['bare', () => create],
    ...(product.rivals.includes('same') && { 'create, beside the same statement': ['same', () => create] }),
    'create with a key, beside a bare insert': ['bare', () => ({ ...create, keyed: true })],
    'read one': ['bare', (name) => ({ method: 'GET', path: `/transactions/${ids[name]}` })],
    list: ['bare', () => ({ method: 'GET', path: '/transactions' })],
  };
  const withKey = () => ({ ...headers, 'idempotency-key': randomUUID() });
  const load = (name, request, extra = {}) =>
    autocannon({
      url: bases[name] + request.path,
      method: request.method,
      headers,
      body: request.body,
      ...(request.keyed && { requests: [{ setupRequest: (next) => ({ ...next, headers: { ...next.headers, ...withKey() } }) }] }),
      connections,
      duration: seconds,
      ...extra,
    });
  /** The median of three, so that one pause of the machine does not decide. */
  const p99AtHalf = async (name, request, fullRate) => {
    const runs = [];
    for (let run = 0; run < 3; run += 1) {
      const { method, path, body, keyed } = request;
      const headersOf = keyed ? withKey : () => headers;
      const perSecond = Math.max(1, fullRate / 2);
      runs.push(await p99AtRate({ url: bases[name] + path, method, headersOf, body, connections, perSecond, seconds }));
    }
    return median(runs);
  };
  console.log(
    '| operation | gateway req/s | bare req/s | ratio | lowest … highest | p99 at half rate, ms | bare p99, ms |\n|---|---|---|---|---|---|---|',
  );
  for (const [operation, [rival, requestFor]] of Object.entries(operations)) {
    for (const name of ['gateway', rival]) await load(name, requestFor(name), { duration: 2 });
    const pairs = [];
    for (let round = 0; round < rounds; round += 1) {
      const [ours, theirs] = [await load('gateway', requestFor('gateway')), await load(rival, requestFor(rival))];
      if (ours.non2xx + theirs.non2xx + ours.errors + theirs.errors > 0) throw new Error(`${operation}: some requests failed`);
      pairs.push([ours.requests.average, theirs.requests.average]);
    }
    const ours = median(pairs.map(([a]) => a));
    const theirs = median(pairs.map(([, b]) => b));
    const [p99, bareP99] = [await p99AtHalf('gateway', requestFor('gateway'), ours), await p99AtHalf(rival, requestFor(rival), theirs)];
    const ratios = pairs.map(([a, b]) => a / b);
    const range = `${Math.min(...ratios).toFixed(2)} … ${Math.max(...ratios).toFixed(2)}`;
    console.log(
      `| ${operation} | ${ours.toFixed(0)} | ${theirs.toFixed(0)} | ${median(ratios).toFixed(2)} | ${range} | ${p99.toFixed(0)} | ${bareP99.toFixed(0)} |`,
    );
  }
} finally {
  await Promise.all([gateway.stop(), bare.stop()]);
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
