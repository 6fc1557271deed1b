// Create, read one and list, compared with the bare server, and with a plain NestJS application with TypeORM, in the same run: in turn A B C A B C,
// so that a change of the machine's speed affects all.
// Prints requests per second, the median ratio of the rounds with the lowest and the highest, the processor time of a request in the server and in
// PostgreSQL, which other work of the machine hardly changes, and the 99th percentile of each at half of its own maximum rate.
// Usage: npm run bench:http [-- --product directbilling --seconds 3 --rounds 7 --connections 32 --no-latency]; the other product is payment
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { demoToken } from './demo-token.mjs';
import { familyMs, processMs } from './processor-time.mjs';
import { p99AtRate } from './steady-rate.mjs';
import { ENCRYPTION_KEYS, UNREACHABLE_LIMITS, median, startDatabase, startServer } from './world.mjs';

const TRANSACTIONS = {
  area: 'directbilling',
  body: { amount: 12.3, control: 'bench', description: 'Benchmark' },
  same: true,
  table: `
    CREATE TABLE bare_transaction (id uuid PRIMARY KEY, service_id text NOT NULL, status text NOT NULL, gross_minor bigint NOT NULL, net_minor bigint NOT NULL,
      control text, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
    CREATE INDEX ON bare_transaction (service_id, created_at, id);
    GRANT SELECT, INSERT ON bare_transaction TO PUBLIC;`,
};

const PAYMENTS = {
  area: 'payment',
  body: {
    amount: 12.3,
    control: 'bench',
    description: 'Benchmark',
    customer: { name: 'Jan Kowalski', email: 'jan@example.com', ip: '198.51.100.7', countryCode: 'PL' },
    cart: [{ name: 'A golden sword', quantity: 1, price: 12.3, producer: null, category: null, code: null }],
    returns: { success: 'https://shop.example/paid', failure: 'https://shop.example/failed' },
  },
  table: `
    CREATE TABLE bare_payment (id uuid PRIMARY KEY, service_id text NOT NULL, status text NOT NULL, amount_minor bigint NOT NULL, currency text NOT NULL,
      control text, description text, customer json, cart json, returns json, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
    CREATE INDEX ON bare_payment (service_id, created_at, id);
    GRANT SELECT, INSERT ON bare_payment TO PUBLIC;`,
};

/** The products by their value of `--product`, each with the table of the bare server. */
const PRODUCTS = { directbilling: TRANSACTIONS, payment: PAYMENTS };

const { values: options } = parseArgs({
  options: {
    product: { type: 'string', default: 'directbilling' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '7' },
    connections: { type: 'string', default: '32' },
    latency: { type: 'boolean', default: true },
  },
  allowNegative: true,
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
  ...UNREACHABLE_LIMITS,
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
};
await database.query(product.table);

const gateway = await startServer('dist/main.js', environment, '/healthz');
const startPeer = (script) => startServer(script, { DATABASE_URL: database.appUrl }, `/${product.area}/00000000/transactions`);
const bare = await startPeer('bench/bare-server.mjs');
const nest = await startPeer('bench/nest-peer.ts');
try {
  const token = await demoToken(dataDir, gateway.url);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { data } = await (await fetch(`${gateway.url}/${product.area}`, { headers })).json();
  const serviceId = data[0].id;
  const create = { method: 'POST', path: '/transactions', body: JSON.stringify(product.body) };
  const bases = {
    gateway: `${gateway.url}/${product.area}/${serviceId}`,
    bare: `${bare.url}/${product.area}/${serviceId}`,
    nest: `${nest.url}/${product.area}/${serviceId}`,
    ...(product.same && { same: `${bare.url}/same/${serviceId}` }),
  };
  const ids = {};
  for (const [name, base] of Object.entries(bases)) {
    ids[name] = (await (await fetch(`${base}/transactions`, { method: 'POST', headers, body: create.body })).json()).data.transactionId;
  }
  const operations = {
    create: ['bare', () => create],
    ...(product.same && { 'create, beside the same statement': ['same', () => create] }),
    'create with a key': ['bare', () => ({ ...create, keyed: true })],
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
  const pids = { gateway: gateway.pid, bare: bare.pid, same: bare.pid, nest: nest.pid };
  /** @returns requests per second, and microseconds of processor time per request: of the server, and of PostgreSQL. */
  const round = async (name, request) => {
    const readUsage = () => [processMs(pids[name]), familyMs(database.pid)];
    const before = readUsage();
    const { requests, non2xx, errors } = await load(name, request);
    if (non2xx + errors > 0) throw new Error(`${request.method} ${request.path} of ${name}: some requests failed`);
    const [server, postgres] = readUsage().map((ms, index) => ((ms - before[index]) * 1000) / requests.total);
    return { rate: requests.average, server, postgres };
  };
  /** @returns the 99th percentile at half of the full rate: the median of three runs, so that one pause of the machine does not decide. */
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
  const columns = [
    'operation',
    ...['gateway', 'bare', 'Nest + TypeORM'].map((name) => `${name} req/s`),
    ...['of bare', 'lowest … highest', 'of Nest + TypeORM', 'lowest … highest'],
    ...['µs of processor time: gateway', 'bare', 'Nest + TypeORM', 'PostgreSQL for each'],
    ...(options.latency ? ['p99 at half rate, ms', 'bare p99, ms'] : []),
  ];
  const row = (cells) => console.log(`| ${cells.join(' | ')} |`);
  row(columns);
  console.log(`|${'---|'.repeat(columns.length)}`);
  for (const [operation, [peer, requestFor]] of Object.entries(operations)) {
    const names = ['gateway', peer, 'nest'];
    for (const name of names) await load(name, requestFor(name), { duration: Math.min(2, seconds) });
    const results = Object.fromEntries(names.map((name) => [name, []]));
    for (let roundIndex = 0; roundIndex < rounds; roundIndex += 1)
      for (const name of names) results[name].push(await round(name, requestFor(name)));
    const mediansOf = (figure) => names.map((name) => median(results[name].map((result) => result[figure])).toFixed(0));
    const ratio = (other) => {
      const ratios = results.gateway.map(({ rate }, roundIndex) => rate / results[other][roundIndex].rate);
      return [median(ratios).toFixed(2), `${Math.min(...ratios).toFixed(2)} … ${Math.max(...ratios).toFixed(2)}`];
    };
    const latency = [];
    for (const name of options.latency ? ['gateway', peer] : [])
      latency.push((await p99AtHalf(name, requestFor(name), median(results[name].map(({ rate }) => rate)))).toFixed(0));
    row([
      operation,
      ...mediansOf('rate'),
      ...ratio(peer),
      ...ratio('nest'),
      ...mediansOf('server'),
      mediansOf('postgres').join(' / '),
      ...latency,
    ]);
  }
  console.log(
    `\nLoad average at the end: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
} finally {
  await Promise.all([gateway.stop(), bare.stop(), nest.stop()]);
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
