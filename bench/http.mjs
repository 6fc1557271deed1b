// Create, read one and list, each beside the bare server in the same run: in turn A B A B, so that a drift of the machine's
// speed hits both. Prints requests per second, the ratio pair by pair, and the 99th percentile at half of the maximum rate.
// Usage: npm run bench:http [-- --seconds 5 --rounds 3]
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { median, startDatabase, startServer } from './world.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
  },
});
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
const connections = Number(options.connections);

const database = await startDatabase();
const environment = {
  NODE_ENV: 'development',
  DATABASE_URL: database.appUrl,
  DATABASE_OWNER_URL: database.ownerUrl,
  LOG_LEVEL: 'silent',
  SANDBOX: 'on',
  SEED_DEMO: 'on',
  ROLE: 'api',
  RATE_LIMIT_PER_TOKEN: '0',
  RATE_LIMIT_PER_ADDRESS: '0',
  HOST: '127.0.0.1',
  DATA_DIR: '/tmp/gateway-bench-data',
};
await database.query(`
  CREATE TABLE bare_transaction (id uuid PRIMARY KEY, service_id text NOT NULL, status text NOT NULL, gross_minor bigint NOT NULL, net_minor bigint NOT NULL,
    control text, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
  CREATE INDEX ON bare_transaction (service_id, created_at, id);
  GRANT SELECT, INSERT ON bare_transaction TO PUBLIC;`);

const gateway = await startServer('dist/main.js', 4100, environment, '/healthz');
const bare = await startServer('bench/bare-server.mjs', 4200, { DATABASE_URL: database.appUrl }, '/00000000/transactions');
try {
  const token = (await import('node:fs')).readFileSync('/tmp/gateway-bench-data/demo-token', 'utf8').trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { data } = await (await fetch(`${gateway.url}/directbilling`, { headers })).json();
  const serviceId = data[0].id;
  const create = {
    method: 'POST',
    path: `/transactions`,
    body: JSON.stringify({ amount: 12.3, control: 'bench', description: 'Benchmark' }),
  };
  const ids = {};
  for (const [name, base] of [
    ['gateway', `${gateway.url}/directbilling/${serviceId}`],
    ['bare', `${bare.url}/${serviceId}`],
  ]) {
    ids[name] = (await (await fetch(`${base}/transactions`, { method: 'POST', headers, body: create.body })).json()).data.transactionId;
  }
  const operations = {
    create: () => create,
    'read one': (name) => ({ method: 'GET', path: `/transactions/${ids[name]}` }),
    list: () => ({ method: 'GET', path: '/transactions' }),
  };
  const load = (name, request, extra = {}) =>
    autocannon({
      url: (name === 'gateway' ? `${gateway.url}/directbilling/${serviceId}` : `${bare.url}/${serviceId}`) + request.path,
      method: request.method,
      headers,
      body: request.body,
      connections,
      duration: seconds,
      ...extra,
    });
  console.log('| operation | gateway req/s | bare req/s | ratio | p99 at half rate, ms |\n|---|---|---|---|---|');
  for (const [operation, requestFor] of Object.entries(operations)) {
    for (const name of ['gateway', 'bare']) await load(name, requestFor(name), { duration: 2 });
    const pairs = [];
    for (let round = 0; round < rounds; round += 1) {
      const [ours, theirs] = [await load('gateway', requestFor('gateway')), await load('bare', requestFor('bare'))];
      if (ours.non2xx + theirs.non2xx + ours.errors + theirs.errors > 0) throw new Error(`${operation}: some requests failed`);
      pairs.push([ours.requests.average, theirs.requests.average]);
    }
    const ours = median(pairs.map(([a]) => a));
    const half = await load('gateway', requestFor('gateway'), { overallRate: Math.max(1, Math.floor(ours / 2)) });
    console.log(
      `| ${operation} | ${ours.toFixed(0)} | ${median(pairs.map(([, b]) => b)).toFixed(0)} | ${median(pairs.map(([a, b]) => a / b)).toFixed(2)} | ${half.latency.p99} |`,
    );
  }
} finally {
  await Promise.all([gateway.stop(), bare.stop()]);
  await database.stop();
}
