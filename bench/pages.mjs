// How long any page of a list takes, with any filter: the gateway over HTTP, one request after the other, compared with the bare statements of a
// list without counters, count(*) and OFFSET, on the same rows in turn. Both must return the same rows and totals.
// Usage: npm run bench:fill -- --data-dir .bench && npm run bench:pages -- --data-dir .bench [--product directbilling|payment|sms] [--requests 40]
//        DATABASE_URL=… DATABASE_OWNER_URL=… npm run bench:pages
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { main, Stop } from '../scripts/console.mjs';
import * as directbilling from './fill/direct-billing.mjs';
import * as payment from './fill/payments.mjs';
import * as sms from './fill/sms.mjs';
import { benchmarkPartner, openTarget } from './fill/target.mjs';
import { quantile } from './statistics.mjs';
import { UNREACHABLE_LIMITS, startServer } from './world.mjs';

const { values: options } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    host: { type: 'string' },
    product: { type: 'string', default: 'directbilling' },
    requests: { type: 'string', default: '40' },
  },
});
const PAGE_SIZE = 15;
const WARM_UP = 12;
const product = { directbilling, payment, sms }[options.product];
const requests = Number(options.requests);
const { list } = product;

await main(async () => {
  const target = await openTarget({ dataDir: options['data-dir'], host: options.host });
  const bare = new pg.Client({ connectionString: target.appUrl });
  let gateway;
  try {
    await bare.connect();
    const serviceId = await largestService(target.client);
    const token = await addToken(target.client);
    gateway = await startServer(
      'dist/main.js',
      {
        ...UNREACHABLE_LIMITS,
        NODE_ENV: 'development',
        DATABASE_URL: target.appUrl,
        DATABASE_OWNER_URL: target.ownerUrl,
        ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
        LOG_LEVEL: 'silent',
        SANDBOX: 'off',
        SEED_DEMO: 'off',
        ROLE: 'api',
        HOST: '127.0.0.1',
      },
      '/healthz',
    );
    const readPage = pageReader(`${gateway.url}/${product.area}/${serviceId}/transactions`, token);
    console.log('| page | matches | gateway, ms | p95 | bare statements, ms | bare / gateway |\n|---|---|---|---|---|---|');
    const busiest = await busiestHour(target.client, serviceId);
    for (const [label, filters] of [['all', {}], ...product.asked(busiest)]) {
      const total = (await readPage({ page: 1, filters })).total;
      for (const [where, page] of await pagesOf(target.client, serviceId, filters, total)) {
        const gatewayResult = await measure(requests, () => readPage({ page, filters }));
        const bareResult = await measure(5, () => readBarePage(bare, serviceId, { page, filters }));
        if (JSON.stringify(gatewayResult.result) !== JSON.stringify(bareResult.result))
          throw new Error(`${label}, ${where}: the gateway and the rows disagree`);
        const row = [
          `${label}: ${where}`,
          total,
          gatewayResult.p50.toFixed(1),
          gatewayResult.p95.toFixed(1),
          bareResult.p50.toFixed(1),
          (bareResult.p50 / gatewayResult.p50).toFixed(1),
        ];
        console.log(`| ${row.join(' | ')} |`);
      }
    }
  } finally {
    await gateway?.stop();
    await removeToken(target.client);
    await bare.end();
    await target.close();
  }
});

async function largestService(client) {
  const { rows } = await client.query(
    'SELECT list FROM listing_counter WHERE level = 0 AND starts_with(list, $1) GROUP BY list ORDER BY sum(count) DESC LIMIT 1',
    [list.counter('')],
  );
  if (!rows[0]) throw new Stop('There are no rows. Make them with: npm run bench:fill');
  return rows[0].list.slice(list.counter('').length);
}

/** The first, a middle and the last page. If the filters are counted, the middle page is one of the busiest minute. */
async function pagesOf(client, serviceId, filters, total) {
  const names = Object.keys(filters);
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (last < 3) return [['first', 1]];
  const counted = names.every((name) => name === list.countedBy.filter);
  const status = counted && names[0] ? list.countedBy.statusOf(filters[names[0]]) : null;
  const middle = counted ? ['middle of the busiest minute', await busiestPage(client, serviceId, status)] : ['middle', Math.ceil(last / 2)];
  return [['first', 1], middle, ['last', last]];
}

/** @returns the busiest hour as values of the filters `from` and `to`. */
async function busiestHour(client, serviceId) {
  const { rows } = await client.query(
    `SELECT date_trunc('hour', bucket) AS hour FROM listing_counter WHERE list = $1 AND level = 3 GROUP BY hour ORDER BY sum(count) DESC LIMIT 1`,
    [list.counter(serviceId)],
  );
  const start = rows[0].hour.getTime();
  const [from, to] = [start, start + 3_599_000].map((ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`);
  return { from, to };
}

async function busiestPage(client, serviceId, status) {
  const { rows } = await client.query(
    `WITH minute AS (SELECT bucket, sum(count) AS rows FROM listing_counter WHERE list = $1 AND level = 3 AND ($2::text IS NULL OR status = $2) GROUP BY bucket),
     busiest AS (SELECT bucket, rows FROM minute ORDER BY rows DESC LIMIT 1)
     SELECT ((SELECT sum(rows) FROM minute WHERE bucket > (SELECT bucket FROM busiest)) + (SELECT rows FROM busiest) / 2)::bigint AS position`,
    [list.counter(serviceId), status],
  );
  return Math.floor(Number(rows[0].position) / PAGE_SIZE) + 1;
}

function pageReader(url, token) {
  const headers = { authorization: `Bearer ${token}` };
  return async ({ page, filters }) => {
    const query = new URLSearchParams({ page: String(page) });
    for (const [name, value] of Object.entries(filters)) query.set(`filter[${name}]`, String(value));
    const response = await fetch(`${url}?${query}`, { headers });
    const { data, pagination } = await response.json();
    if (response.status !== 200) throw new Error(`${url} responded ${response.status}`);
    return { ids: data.map(({ id }) => String(id)), total: pagination.total };
  };
}

async function readBarePage(client, serviceId, { page, filters }) {
  const names = Object.keys(filters);
  const where = [`${list.scope.name} = $1`, ...names.map((name, index) => product.bareConditions[name](`$${index + 2}`))].join(' AND ');
  const values = [serviceId, ...names.map((name) => filters[name])];
  const [from, name] = [`FROM ${list.table} WHERE ${where}`, `bare ${names.join(' ')}`];
  const counted = await client.query({ name: `${name} count`, text: `SELECT count(*) AS total ${from}`, values });
  const rows = await client.query({
    name: `${name} page`,
    text: `SELECT ${list.selection.columns()} ${from} ORDER BY created_at DESC, id DESC OFFSET $${values.length + 1} LIMIT ${PAGE_SIZE}`,
    values: [...values, (page - 1) * PAGE_SIZE],
  });
  return { ids: rows.rows.map(({ id }) => id), total: Number(counted.rows[0].total) };
}

async function measure(times, run) {
  const durations = [];
  let result;
  for (let index = -Math.min(WARM_UP, times); index < times; index += 1) {
    const startedAt = performance.now();
    result = await run();
    if (index >= 0) durations.push(performance.now() - startedAt);
  }
  return { result, p50: quantile(durations, 0.5), p95: quantile(durations, 0.95) };
}

async function addToken(client) {
  const token = randomBytes(32).toString('hex');
  await client.query(
    "INSERT INTO access_token (id, partner_id, name, token_hash, abilities, created_at) VALUES ($1, $2, 'bench:pages', $3, '{*}', now())",
    [randomUUID(), await benchmarkPartner(client), createHash('sha256').update(token).digest()],
  );
  return token;
}

async function removeToken(client) {
  await client.query("DELETE FROM access_token_use WHERE token_id IN (SELECT id FROM access_token WHERE name = 'bench:pages')");
  await client.query("DELETE FROM access_token WHERE name = 'bench:pages'");
}
