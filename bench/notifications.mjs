// Notifications per second through the worker beside bare BullMQ + undici in the same run, in turn A B A B; and what one receiver that
// hangs for 10 s, with 1,000 deliveries waiting, does to the time until the others acknowledge.
// Usage: npm run bench:notifications [-- --events 2000 --rounds 3 --seconds 10 --rate 50]; with REDIS_URL the queue is there.
import 'reflect-metadata';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { createPostgresBackend, Queue } from 'bullmq';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { readEnvironment } from '../dist/config/environment.js';
import { CreatePartnerService } from '../dist/partners/create-partner.service.js';
import { CreateServiceService } from '../dist/partners/create-service.service.js';
import { PlatformModule } from '../dist/platform.module.js';
import { eventBody } from '../dist/webhooks/event-body.js';
import { Outbox } from '../dist/webhooks/outbox.js';
import { WebhooksModule } from '../dist/webhooks/webhooks.module.js';
import { median, startDatabase, startServer } from './world.mjs';

const number = (value) => ({ type: 'string', default: String(value) });
const { values } = parseArgs({
  options: { events: number(2000), rounds: number(3), seconds: number(10), rate: number(50), endpoints: number(20), waiting: number(1000) },
});
const [events, rounds, seconds, rate, endpoints, waiting] = ['events', 'rounds', 'seconds', 'rate', 'endpoints', 'waiting'].map((name) =>
  Number(values[name]),
);
const CONCURRENCY = 64;
const HANGS_MS = 10_000;

// What is told, and the receiver: acknowledges at /ok, and at /hang only after ten seconds.
const body = eventBody({
  id: uuidv7(),
  service_id: 'e14f8074',
  status: 'transaction_db_payed',
  values: { net: '11.07', gross: '13.62' },
  control: 'bench',
  number_from: '48123123123',
});
const arrivals = [];
let hanging = 0;
const receiver = createServer((incoming, response) => {
  incoming.resume().once('end', () => {
    if (incoming.url === '/ok') return void (arrivals.push(performance.now()), response.end('OK'));
    hanging += 1;
    const timer = setTimeout(() => response.end('OK'), HANGS_MS);
    response.once('close', () => (clearTimeout(timer), (hanging -= 1)));
  });
});
await once(receiver.listen(0, '127.0.0.1'), 'listening');
const receiverUrl = `http://127.0.0.1:${receiver.address().port}`;

const database = await startDatabase();
await database.query('GRANT TEMPORARY ON DATABASE gateway TO PUBLIC'); // BullMQ adds jobs in bulk through a temporary table
const settings = {
  NODE_ENV: 'development',
  DATABASE_URL: database.appUrl,
  DATABASE_OWNER_URL: database.ownerUrl,
  LOG_LEVEL: 'silent',
  SANDBOX: 'off',
  SEED_DEMO: 'off',
  HOST: '127.0.0.1',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_CONCURRENCY: String(CONCURRENCY),
};
const environment = readEnvironment({ ...process.env, ...settings, ROLE: 'api' });
class Bench {}
const platform = PlatformModule.forRoot({ environment, databaseUrl: database.appUrl, logger: pino({ level: 'silent' }) });
const app = await NestFactory.createApplicationContext(
  { module: Bench, imports: [platform, WebhooksModule] },
  { logger: false, abortOnError: false },
);
const get = (provider) => app.get(provider, { strict: false });
const source = get(DataSource);
const outbox = get(Outbox);

const partner = await get(CreatePartnerService).run({ name: 'Bench' });
const service = async (path) =>
  (
    await source.transaction((tx) =>
      get(CreateServiceService).run(tx, { partnerId: partner.id, area: 'directbilling', name: 'Bench', notifyUrl: receiverUrl + path }),
    )
  ).id;
const services = [];
for (let index = 0; index < endpoints; index += 1) services.push(await service('/ok'));
const append = (tx, serviceId) => outbox.append(tx, { serviceId, subjectId: uuidv7(), type: 'bench', body, occurredAt: new Date() });

const connection = process.env.REDIS_URL ? { url: process.env.REDIS_URL } : { connectionString: database.appUrl, schema: 'bullmq', max: 2 };
const bareQueue = new Queue('bare', { connection, prefix: '{bare}' }, undefined, process.env.REDIS_URL ? undefined : createPostgresBackend);
const worker = await startServer('dist/main.js', 4300, { ...settings, ROLE: 'worker' }, '/healthz');
const bare = await startServer('bench/bare-worker.mjs', 4400, { DATABASE_URL: database.appUrl, CONCURRENCY: String(CONCURRENCY) }, '/');

/** Requests per second between the first and the last, so that neither the inserting nor the wake-up counts. */
async function throughput(enqueue) {
  arrivals.length = 0;
  await enqueue();
  for (let waited = 0; arrivals.length < events; waited += 20) {
    if (waited > 120_000) throw new Error(`only ${arrivals.length} of ${events} notifications arrived`);
    await pause(20);
  }
  return ((events - 1) * 1000) / (arrivals[events - 1] - arrivals[0]);
}

async function throughGateway() {
  await source.transaction(async (tx) => {
    for (let index = 0; index < events; index += 1) await append(tx, services[index % services.length]);
  });
  for (const serviceId of services) outbox.wake(serviceId);
}

/** All jobs are there before the worker may begin, as all events of the gateway are committed at once. */
async function throughBare() {
  await bareQueue.pause();
  await bareQueue.addBulk(
    Array.from({ length: events }, () => ({
      name: 'notify',
      data: { url: `${receiverUrl}/ok`, ...body },
      opts: { removeOnComplete: true },
    })),
  );
  await bareQueue.resume();
}

/** Milliseconds from each event to its acknowledgement, by the database's record, while events come at a steady rate. */
async function acknowledgements() {
  const since = new Date();
  const end = performance.now() + seconds * 1000;
  const appending = [];
  for (let index = 0, due = performance.now(); due < end; index += 1, due += 1000 / rate) {
    await pause(Math.max(0, due - performance.now()));
    const serviceId = services[index % services.length];
    appending.push(source.transaction((tx) => append(tx, serviceId)).then(() => outbox.wake(serviceId)));
  }
  await Promise.all(appending);
  for (let waited = 0; waited < 30_000; waited += 100) {
    const [{ open }] = await source.query(
      "SELECT count(*)::int AS open FROM webhook_delivery WHERE service_id = ANY($1) AND status = 'pending'",
      [services],
    );
    if (open === 0) break;
    await pause(100);
  }
  const rows = await source.query(
    'SELECT extract(epoch FROM acknowledged_at - created_at) * 1000 AS ms FROM webhook_delivery WHERE service_id = ANY($1) AND created_at >= $2',
    [services, since],
  );
  const sorted = rows.map(({ ms }) => (ms === null ? Infinity : Number(ms))).sort((a, b) => a - b);
  return { count: sorted.length, p50: sorted[Math.floor(sorted.length * 0.5)], p99: sorted[Math.floor(sorted.length * 0.99)] };
}

async function beside(hangingReceivers) {
  if (!hangingReceivers) return acknowledgements();
  const slow = await service('/hang');
  await source.transaction(async (tx) => {
    for (let index = 0; index < waiting; index += 1) await append(tx, slow);
  });
  outbox.wake(slow);
  for (let waited = 0; hanging === 0; waited += 20) {
    if (waited > 10_000) throw new Error('nothing was sent to the receiver that hangs');
    await pause(20);
  }
  const figures = await acknowledgements();
  await database.query("UPDATE webhook_delivery SET status = 'stopped', next_attempt_at = NULL, lease_until = NULL WHERE service_id = $1", [
    slow,
  ]);
  while (hanging > 0) await pause(50);
  return figures;
}

try {
  await throughput(throughGateway);
  await throughput(throughBare);
  await database.query('ANALYZE'); // autovacuum would, a minute later
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) pairs.push([await throughput(throughGateway), await throughput(throughBare)]);
  const of = (index) => median(pairs.map((pair) => pair[index])).toFixed(0);
  console.log(
    `Queue on ${process.env.REDIS_URL ? 'Redis' : 'PostgreSQL'}; ${events} notifications to ${endpoints} endpoints, ${CONCURRENCY} at once, ${rounds} rounds\n`,
  );
  console.log('| gateway, notifications/s | bare BullMQ + undici, jobs/s | ratio |\n|---|---|---|');
  console.log(`| ${of(0)} | ${of(1)} | ${median(pairs.map(([ours, theirs]) => ours / theirs)).toFixed(2)} |\n`);

  await acknowledgements();
  const [without, withHanging] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    without.push(await beside(false));
    withHanging.push(await beside(true));
  }
  const ms = (figures, name) => median(figures.map((each) => each[name])).toFixed(1);
  const change = median(withHanging.map(({ p99 }, round) => (p99 / without[round].p99 - 1) * 100));
  console.log(`Time to acknowledgement at ${rate} events/s over ${endpoints} endpoints, ${without[0].count} events a round\n`);
  console.log('| | p50, ms | p99, ms | p99 of each round |\n|---|---|---|---|');
  for (const [label, figures] of [
    ['alone', without],
    [`beside a receiver that hangs, ${waiting} waiting`, withHanging],
  ]) {
    console.log(`| ${label} | ${ms(figures, 'p50')} | ${ms(figures, 'p99')} | ${figures.map(({ p99 }) => p99.toFixed(1)).join(', ')} |`);
  }
  console.log(`\nChange of p99, median of the pairs: ${change >= 0 ? '+' : ''}${change.toFixed(1)} %`);
} finally {
  receiver.closeAllConnections();
  await Promise.all([worker.stop(), bare.stop()]);
  await bareQueue.close();
  await app.close();
  receiver.close();
  await database.stop();
}
