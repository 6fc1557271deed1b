// The world of the notifications benchmark: receivers and an outbox in this process, the gateway's worker and the bare one in processes of their own.
import 'reflect-metadata';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { NestFactory } from '@nestjs/core';
import { createPostgresBackend, Queue } from 'bullmq';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { readEnvironment } from '../dist/runtime/config/environment.js';
import { CreatePartnerService } from '../dist/platform/partners/create-partner.service.js';
import { CreateService } from '../dist/platform/partners/services/create-service.js';
import { PlatformModule } from '../dist/platform.module.js';
import { eventBody } from '../dist/platform/webhooks/outbox/event-body.js';
import { Outbox } from '../dist/platform/webhooks/outbox/outbox.js';
import { WebhooksModule } from '../dist/platform/webhooks/webhooks.module.js';
import { WEBHOOKS } from '../dist/platform/webhooks/webhooks.part.js';
import { ENCRYPTION_KEYS, startDatabase, startServer } from './world.mjs';

export const CONCURRENCY = 64;
export const QUEUE_NAME = process.env.REDIS_URL ? 'Redis' : 'PostgreSQL';
const HANG_MS = 10_000;

/** A notification's body; `control` is the event's number, by which the receiver identifies it. */
export const body = (control) =>
  eventBody({
    id: uuidv7(),
    service_id: 'e14f8074',
    status: 'transaction_db_payed',
    values: { net: '11.07', gross: '13.62' },
    control: String(control),
    number_from: '48123123123',
  });

/** Acknowledges immediately at /ok, and after ten seconds at /hang. `arrived` is called with the number of each event at /ok. */
export async function startReceiver() {
  const receiver = { url: '', hanging: new Set(), arrived: () => undefined, stop: () => undefined };
  const server = createServer(async (incoming, response) => {
    if (incoming.url !== '/ok') {
      incoming.resume();
      receiver.hanging.add(response);
      const timer = setTimeout(() => response.end('OK'), HANG_MS);
      return void response.once('close', () => (clearTimeout(timer), receiver.hanging.delete(response)));
    }
    let text = '';
    for await (const chunk of incoming) text += chunk;
    response.end('OK');
    receiver.arrived(Number(/"control":"(\d+)"/.exec(text)?.[1]));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  receiver.url = `http://127.0.0.1:${server.address().port}`;
  receiver.stop = () => (server.closeAllConnections(), server.close());
  return receiver;
}

export async function startWorld() {
  const receiver = await startReceiver();
  const database = await startDatabase();
  // BullMQ adds jobs in bulk through a sequence and a temporary table.
  await database.query('GRANT CREATE ON SCHEMA bullmq TO PUBLIC; GRANT TEMPORARY ON DATABASE gateway TO PUBLIC');
  await database.query(`
    CREATE TABLE bare_notification (id uuid PRIMARY KEY, status text NOT NULL DEFAULT 'pending', http_status integer, answered_at timestamptz);
    GRANT SELECT, INSERT, UPDATE ON bare_notification TO PUBLIC`);
  const settings = {
    NODE_ENV: 'development',
    DATABASE_URL: database.appUrl,
    ENCRYPTION_KEYS,
    DATABASE_OWNER_URL: database.ownerUrl,
    LOG_LEVEL: 'silent',
    SANDBOX: 'off',
    SEED_DEMO: 'off',
    HOST: '127.0.0.1',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_CONCURRENCY: String(CONCURRENCY),
  };
  const app = await startOutbox(settings, database);
  const get = (provider) => app.get(provider, { strict: false });
  const source = get(DataSource);
  const partner = await get(CreatePartnerService).run({ name: 'Bench' });
  const connection = process.env.REDIS_URL
    ? { url: process.env.REDIS_URL }
    : { connectionString: database.appUrl, schema: 'bullmq', max: 2 };
  const bareQueue = new Queue(
    'bare',
    { connection, prefix: '{bare}' },
    undefined,
    process.env.REDIS_URL ? undefined : createPostgresBackend,
  );
  const worker = await startServer('dist/main.js', { ...settings, ROLE: 'worker' }, '/healthz');
  const bare = await startServer('bench/bare-worker.mjs', { DATABASE_URL: database.appUrl, CONCURRENCY: String(CONCURRENCY) }, '/');
  return {
    receiver,
    database,
    source,
    worker,
    bare,
    bareQueue,
    /** Creates a service whose notifications go to this path of the receiver. @returns the service's id. */
    async service(path) {
      const newService = { partnerId: partner.id, area: 'directbilling', name: 'Bench', notifyUrl: receiver.url + path };
      return (await source.transaction((tx) => get(CreateService).run(tx, newService))).id;
    },
    append: (tx, serviceId, control) =>
      get(Outbox).append(tx, [{ serviceId, subjectId: uuidv7(), type: 'bench', body: body(control), occurredAt: new Date() }]),
    wake: (serviceId) => get(Outbox).wake(serviceId),
    async stop() {
      receiver.stop();
      await Promise.all([worker.stop(), bare.stop()]);
      await bareQueue.close();
      await app.close();
      await database.stop();
    },
  };
}

function startOutbox(settings, database) {
  class Bench {}
  const environment = readEnvironment({ ...process.env, ...settings, ROLE: 'api' });
  const platform = PlatformModule.forRoot({
    environment,
    databaseUrl: database.appUrl,
    logger: pino({ level: 'silent' }),
    parts: [WEBHOOKS],
  });
  return NestFactory.createApplicationContext(
    { module: Bench, imports: [platform, WebhooksModule] },
    { logger: false, abortOnError: false },
  );
}
