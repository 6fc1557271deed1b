// Fills a database with the transactions of a busy year, for measurements of lists: several services, days with nights and weekends, one very busy
// hour, and values that many rows share. It writes rows, the rows on which they depend, and counters, but
// no entries or notifications. The counters are right even after an interruption (see `counters verify`).
// Usage: npm run bench:fill -- --data-dir .bench [--product directbilling|payment|sms] [--rows 5000000] [--hour 400000] [--services 3] [--days 60]
//        DATABASE_URL=… DATABASE_OWNER_URL=… npm run bench:fill -- [--host db.example]
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { from as copyFrom } from 'pg-copy-streams';
import { startProgress } from '../dist/cli/output/progress.js';
import { COMPACT } from '../dist/platform/listing/compact-statements.js';
import { countChanges, changesFromParameters } from '../dist/platform/listing/listing-statements.js';
import { main } from '../scripts/console.mjs';
import * as directbilling from './fill/direct-billing.mjs';
import { hoursOf, momentsOf } from './fill/moments.mjs';
import { planter } from './fill/planted.mjs';
import * as payment from './fill/payments.mjs';
import * as sms from './fill/sms.mjs';
import { benchmarkPartner, openTarget } from './fill/target.mjs';

const { values: options } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    host: { type: 'string' },
    product: { type: 'string', default: 'directbilling' },
    rows: { type: 'string', default: '5000000' },
    hour: { type: 'string', default: '400000' },
    services: { type: 'string', default: '3' },
    days: { type: 'string', default: '60' },
  },
});
const BATCH_SIZE = 20_000;
const COMPACT_LIMIT = 5_000;
const MINUTE_MS = 60_000;
/** The first service has most of the rows, and all of the busy hour. */
const FIRST_SERVICE_FRACTION = 0.8;

const product = { directbilling, payment, sms }[options.product];
/** The id of each product's first service. The next services have the numbers after it, in hexadecimal digits. */
const FIRST_SERVICE_IDS = { directbilling: 0xbe0d0000, payment: 0xbe7a0000, sms: 0xbe5e0000 };
const [rows, busyRows, serviceCount, days] = ['rows', 'hour', 'services', 'days'].map((name) => Number(options[name]));
let interrupted = false;
process.once('SIGINT', () => (interrupted = true));

await main(async () => {
  const target = await openTarget({ dataDir: options['data-dir'], host: options.host });
  const progress = startProgress({ stderr: process.stderr }, 'rows');
  progress.update(0, rows);
  let done = 0;
  try {
    const services = await createServices(target.client);
    const nextValues = planter(busyRows + (rows - busyRows) * FIRST_SERVICE_FRACTION);
    const now = Date.now();
    for (const moments of batches(hoursOf({ rows, busyRows, days, now }))) {
      if (interrupted) break;
      const batch = moments.map(({ createdAt, busy }) => {
        const isFirst = busy || services.length === 1 || Math.random() < FIRST_SERVICE_FRACTION;
        const serviceId = isFirst ? services[0] : services[1 + Math.floor(Math.random() * (services.length - 1))];
        return { serviceId, createdAt, ...product.row({ serviceId, createdAt, now, ...nextValues(isFirst) }) };
      });
      await write(target.client, batch);
      done += batch.length;
      progress.update(done, rows);
    }
    await target.client.query(
      `VACUUM (ANALYZE) ${[...product.tables.map(({ name }) => name), 'listing_counter', 'listing_change'].join(', ')}`,
    );
    progress.stop();
    console.log(`${done} rows in ${services.length} services: ${services.join(', ')}`);
  } finally {
    progress.stop();
    await target.close();
  }
});

/** Yields the creation times of all hours in order, in batches that are written together. */
function* batches(hours) {
  let batch = [];
  for (const hour of hours) {
    for (const createdAt of momentsOf(hour)) {
      batch.push({ createdAt, busy: hour.busy });
      if (batch.length === BATCH_SIZE) {
        yield batch;
        batch = [];
      }
    }
  }
  if (batch.length > 0) yield batch;
}

async function createServices(client) {
  const partnerId = await benchmarkPartner(client);
  const ids = Array.from({ length: serviceCount }, (_, index) => (FIRST_SERVICE_IDS[product.area] + index).toString(16));
  for (const id of ids) {
    const { rowCount } = await client.query(
      `INSERT INTO service (id, partner_id, area, name, status, created_at, updated_at)
       VALUES ($1, $2, $3, 'Benchmark', 'service_active', now(), now()) ON CONFLICT DO NOTHING`,
      [id, partnerId, product.area],
    );
    if (rowCount === 1) await product.addDetails(client, id);
  }
  return ids;
}

/** Writes rows and counters in one transaction. */
async function write(client, batch) {
  await client.query('BEGIN');
  for (const [index, { name, columns }] of product.tables.entries()) {
    const lines = batch.flatMap(({ values }) => (values[index] ? `${values[index].map((value) => value ?? '\\N').join('\t')}\n` : []));
    await pipeline(Readable.from([lines.join('')]), client.query(copyFrom(`COPY ${name} (${columns.join(', ')}) FROM STDIN`)));
  }
  await product.finish?.(client, batch);
  await client.query(`WITH ${countChanges(changesFromParameters(1))} SELECT`, countsOf(batch));
  await client.query('COMMIT');
  while ((await client.query(COMPACT.text, [COMPACT_LIMIT])).rows[0].taken === COMPACT_LIMIT);
}

/** @returns counts by service, status and minute as parameters of the counting statement. */
function countsOf(batch) {
  const counts = new Map();
  for (const { serviceId, status, createdAt } of batch) {
    const minute = Math.floor(createdAt / MINUTE_MS) * MINUTE_MS;
    const key = `${serviceId} ${status} ${minute}`;
    const bucket = counts.get(key) ?? { list: product.list.counter(serviceId), status, minute: new Date(minute), by: 0 };
    counts.set(key, { ...bucket, by: bucket.by + 1 });
  }
  const buckets = [...counts.values()];
  return ['list', 'status', 'minute', 'by'].map((column) => buckets.map((bucket) => bucket[column]));
}
