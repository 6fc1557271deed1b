import { Test } from '@nestjs/testing';
import { Client } from 'pg';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { readEnvironment } from '../../../src/runtime/config/environment.js';
import { CreatePartnerService } from '../../../src/platform/partners/create-partner.service.js';
import { CreateService } from '../../../src/platform/partners/services/create-service.js';
import { type ServiceChanges, UpdateService } from '../../../src/platform/partners/services/update-service.js';
import { PlatformModule } from '../../../src/platform.module.js';
import { PeriodicTasks } from '../../../src/runtime/scheduling/periodic-tasks.js';
import { type DeliveryDetail } from '../../../src/platform/webhooks/inspection/delivery-view.js';
import { type DeliveryFilter, DeliveryQueries } from '../../../src/platform/webhooks/inspection/delivery.queries.js';
import { eventBody } from '../../../src/platform/webhooks/outbox/event-body.js';
import {
  joinNotifyStatus,
  NOTIFY_COLUMNS,
  type NotifyColumns,
  type NotifyStatus,
  notifyStatusOf,
} from '../../../src/platform/webhooks/outbox/notify-status.js';
import { Outbox } from '../../../src/platform/webhooks/outbox/outbox.js';
import { WakeDueEndpointsService } from '../../../src/platform/webhooks/delivery/wake-due-endpoints.service.js';
import { WebhookDeliveryModule } from '../../../src/platform/webhooks/webhook-delivery.module.js';
import { WEBHOOKS } from '../../../src/platform/webhooks/webhooks.part.js';
import { registerRunning } from '../../support/left-running.js';
import { TEST_TIMEOUT_SETTINGS } from '../../support/patience.js';
import { Receiver } from '../../support/receiver.js';
import { testRedisSettings } from '../../support/test-redis.js';
import { createTestDatabase } from '../../support/test-database.js';
import { times } from '../../support/times.js';
import { until } from '../../support/until.js';
import { ENCRYPTION_KEYS } from '../../support/encryption-key.js';

/** A service of one partner with its receiver and its deliveries. */
export interface Endpoint {
  serviceId: string;
  receiver: Receiver;
  /** Stores one event in its own transaction, without a wake-up. @returns the subject's id. */
  append(subjectId?: string, text?: string): Promise<string>;
  /** Stores events of different subjects. */
  appendMany(count: number): Promise<void>;
  change(changes: ServiceChanges): Promise<void>;
  /** Ends all leases, so that the claimed deliveries are due again. */
  expireLeases(): Promise<void>;
  /** Deliveries in the order of their events. */
  listDeliveries(subjectId?: string): Promise<DeliveryDetail[]>;
  /** Waits until the only delivery of a subject, or each of them, has the status. */
  waitForStatuses(subjectId: string, ...statuses: string[]): Promise<DeliveryDetail[]>;
}

export interface LogLine {
  msg: string;
  [field: string]: unknown;
}

export interface WebhookWorld {
  database: DataSource;
  /** Runs a statement as the owner of the schema. */
  asOwner(sql: string): Promise<void>;
  /** Updates the statistics, like autovacuum. */
  analyze(): Promise<void>;
  /** @returns log lines of the worker whose message contains this text. */
  logLinesWith(message: string): LogLine[];
  /** Settings with which another process uses the same database and queue. */
  settings: NodeJS.ProcessEnv;
  addEndpoint(changes?: ServiceChanges): Promise<Endpoint>;
  /**
   * Sweeps until the endpoint receives one more request. A single sweep is not enough: the sweeper does not wake an endpoint that is awake,
   * and its dispatcher may just have found no due deliveries.
   */
  sweepUntilRequest(endpoint: Endpoint): Promise<void>;
  /** Reads the fields of a subject's `notify` object. */
  readNotifyStatus(subjectId: string): Promise<NotifyStatus>;
  get<T>(provider: abstract new (...args: never[]) => T): T;
  stop(): Promise<void>;
}

/**
 * Starts platform, outbox and delivery worker on a new database, with the queue that the test run has configured. Periodic tasks are
 * off: no notification is delivered until a test wakes an endpoint or sweeps.
 */
export async function startWebhookWorld(settings: NodeJS.ProcessEnv = {}): Promise<WebhookWorld> {
  const database = await createTestDatabase();
  const shared = {
    DATABASE_URL: database.appUrl,
    ENCRYPTION_KEYS,
    DATABASE_POOL_SIZE: '12',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    ...TEST_TIMEOUT_SETTINGS,
    ...testRedisSettings(database.name, settings),
    ...settings,
  };
  const environment = readEnvironment({ ...shared, ROLE: 'worker', LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
  const lines: LogLine[] = [];
  const streams = [
    { level: 'info', stream: { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) } },
    { level: environment.app.logLevel, stream: process.stdout },
  ];
  const logger = pino({ level: 'trace' }, pino.multistream(streams));
  const platform = PlatformModule.forRoot({ environment, databaseUrl: database.appUrl, logger, parts: [WEBHOOKS] });
  const app = await Test.createTestingModule({ imports: [platform, WebhookDeliveryModule] })
    .overrideProvider(PeriodicTasks)
    .useValue({ register: () => undefined })
    .compile();
  await app.init();
  const source = app.get(DataSource);
  const receivers: Receiver[] = [];
  const get: WebhookWorld['get'] = (provider) => app.get(provider, { strict: false });
  const asOwner = async (sql: string): Promise<void> => {
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    try {
      await owner.query(sql);
    } finally {
      await owner.end();
    }
  };
  return {
    database: source,
    settings: shared,
    get,
    asOwner,
    analyze: () => asOwner('ANALYZE'),
    logLinesWith: (message) => lines.filter(({ msg }) => msg.includes(message)),
    async addEndpoint(changes) {
      const receiver = await Receiver.start();
      receivers.push(receiver);
      return createEndpoint(get, source, receiver, changes);
    },
    async sweepUntilRequest({ receiver }) {
      const before = receiver.requests.length;
      await until(
        async () => {
          await get(WakeDueEndpointsService).run();
          return receiver.requests.length;
        },
        (count) => count > before,
      );
    },
    async readNotifyStatus(subjectId) {
      const [row] = await source.query<[NotifyColumns]>(
        `SELECT ${NOTIFY_COLUMNS} FROM (SELECT $1::text AS id) AS subject ${joinNotifyStatus('subject.id')}`,
        [subjectId],
      );
      return notifyStatusOf(row);
    },
    stop: registerRunning('a worker', async () => {
      await Promise.all(receivers.map((receiver) => receiver.close()));
      await app.close();
      await database.drop();
    }),
  };
}

async function createEndpoint(
  get: WebhookWorld['get'],
  source: DataSource,
  receiver: Receiver,
  changes?: ServiceChanges,
): Promise<Endpoint> {
  const partner = await get(CreatePartnerService).run({ name: 'Test Shop' });
  const { id: serviceId } = await source.transaction((tx) =>
    get(CreateService).run(tx, { partnerId: partner.id, area: 'directbilling', name: 'Games', notifyUrl: `${receiver.url}/notify` }),
  );
  const change = (newValues: ServiceChanges): Promise<void> => get(UpdateService).run(source.manager, serviceId, newValues);
  if (changes) await change(changes);
  const listDeliveries = async (subjectId?: string): Promise<DeliveryDetail[]> => {
    const queries = get(DeliveryQueries);
    const filter: DeliveryFilter = { serviceId, limit: 1000 };
    if (subjectId) filter.subjectIds = [subjectId];
    const listed = await queries.list(filter);
    const details = await Promise.all(listed.map(({ id }) => queries.findWithBody(id)));
    return details.filter((delivery) => delivery !== null).reverse();
  };
  return {
    serviceId,
    receiver,
    change,
    async expireLeases() {
      await source.query(
        `UPDATE webhook_delivery SET lease_until = l.past, next_attempt_at = l.past FROM (SELECT now() - interval '1 second' AS past) l
         WHERE service_id = $1 AND lease_until IS NOT NULL`,
        [serviceId],
      );
    },
    listDeliveries,
    async append(subjectId = uuidv7(), text = 'first') {
      const body = eventBody({ id: subjectId, text });
      await source.transaction((tx) =>
        get(Outbox).append(tx, [{ serviceId, subjectId, type: 'test', body, occurredAt: new Date('2026-01-02T03:04:05Z') }]),
      );
      return subjectId;
    },
    async appendMany(count) {
      const events = times(count, () => {
        const subjectId = uuidv7();
        const body = eventBody({ id: subjectId, text: 'first' });
        return { serviceId, subjectId, type: 'test', body, occurredAt: new Date('2026-01-02T03:04:05Z') };
      });
      await source.transaction((tx) => get(Outbox).append(tx, events));
    },
    waitForStatuses: (subjectId, ...statuses) =>
      until(
        () => listDeliveries(subjectId),
        (current) => current.length > 0 && current.every(({ status }, index) => status === (statuses[index] ?? statuses.at(-1))),
      ),
  };
}
