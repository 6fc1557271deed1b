import { Client } from 'pg';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { OffsetBusinessClock } from '../../src/runtime/clock/offset-business-clock.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { startGateway } from '../../src/program/start-gateway.js';
import type { RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import type { RunningPanel } from '../../src/web/panel/start-panel.js';
import { registerRunning } from './left-running.js';
import { TEST_TIMEOUT_SETTINGS } from './patience.js';
import { testRedisSettings } from './test-redis.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';
import { HttpClient } from './http-client.js';
import { Receiver } from './receiver.js';
import { createShop, type Shop, type ShopOptions } from './shop.js';
import { ENCRYPTION_KEYS } from './encryption-key.js';

export interface World {
  /** Calls the API. Every response is checked against the OpenAPI document. */
  http: HttpClient;
  /** Throws in a world with `SANDBOX: 'off'`. */
  sandbox: RunningSandbox;
  /** Undefined without the setting PANEL_URL. */
  panel: RunningPanel | undefined;
  /** Connects as the role of the application, with only its rights. */
  database: DataSource;
  /** Settings for another program on the same database, such as the command line. */
  settings: NodeJS.ProcessEnv;
  /** Runs a statement as the owner of the tables, for rows that the application may not write. */
  asOwner(text: string, values?: unknown[]): Promise<void>;
  /** A partner with one DirectBilling service, a token with all abilities and a receiver that acknowledges. */
  createPartnerShop(options?: ShopOptions): Promise<Shop>;
  /** Moves business time forward. */
  moveTimeForward(duration: { minutes?: number; hours?: number; seconds?: number }): Promise<void>;
  get<T>(provider: abstract new (...args: never[]) => T): T;
  /** The sums of all postings, which are zero in a valid ledger. */
  ledgerSum(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts the real gateway with the sandbox, on a database of its own.
 * By default its role is `api`, which runs no tasks by itself.
 * Tests that wait for a notification or for scheduled tasks set `ROLE: 'all'`.
 * With `ROLE: 'all'` the sandbox also sends its callbacks by itself. Otherwise `sandbox.deliverCallbacks` sends them.
 * @param logger for tests that read the log. By default the log is silent.
 */
export async function startWorld(settings: NodeJS.ProcessEnv = {}, logger?: Logger): Promise<World> {
  const database = await createTestDatabase();
  try {
    return await startWorldOn(database, settings, logger);
  } catch (error) {
    await database.drop();
    throw error;
  }
}

async function startWorldOn(database: TestDatabase, settings: NodeJS.ProcessEnv, logger: Logger | undefined): Promise<World> {
  const environment = readEnvironment({
    ROLE: 'api',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.appUrl,
    ENCRYPTION_KEYS,
    DATABASE_OWNER_URL: database.ownerUrl,
    PUBLIC_URL: 'https://pay.example.test',
    SANDBOX: 'on',
    SANDBOX_PORT: '0',
    PANEL_PORT: '0',
    HOST: '127.0.0.1',
    SEED_DEMO: 'off',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    DATABASE_POOL_SIZE: '10',
    RATE_LIMIT_PER_TOKEN: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    RATE_LIMIT_PER_CONNECTOR: '0',
    RATE_LIMIT_FAILED_AUTH: '0',
    PAYMENT_HOLD_PER_ADDRESS: '0',
    ...TEST_TIMEOUT_SETTINGS,
    ...testRedisSettings(database.name, settings),
    ...settings,
  });
  const log = logger ?? pino({ level: environment.app.logLevel });
  const gateway = await startGateway(
    environment,
    { appUrl: database.appUrl, ownerUrl: database.ownerUrl, appRole: '', close: () => Promise.resolve() },
    log,
    { dispatchCallbacks: environment.app.role === 'all' },
  );
  const address = gateway.app.getHttpServer().address() as { port: number };
  const http = new HttpClient(`http://127.0.0.1:${address.port}`);
  const dataSource = gateway.app.get(DataSource);
  const receivers: Receiver[] = [];
  return {
    http,
    get sandbox() {
      return gateway.sandbox ?? missingSandbox();
    },
    panel: gateway.panel,
    database: dataSource,
    settings: {
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      ENCRYPTION_KEYS,
      SANDBOX: 'on',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      ...TEST_TIMEOUT_SETTINGS,
    },
    async asOwner(text, values) {
      const owner = new Client({ connectionString: database.ownerUrl });
      await owner.connect();
      try {
        await owner.query(text, values);
      } finally {
        await owner.end();
      }
    },
    async createPartnerShop(options) {
      const receiver = await Receiver.start();
      receivers.push(receiver);
      return createShop(gateway.app, http, receiver, options);
    },
    async moveTimeForward({ minutes = 0, hours = 0, seconds = 0 }) {
      await gateway.app.get(OffsetBusinessClock).moveForward(((hours * 60 + minutes) * 60 + seconds) * 1000);
    },
    get: (provider) => gateway.app.get(provider),
    async ledgerSum() {
      const [row] = await dataSource.query<{ sum: string }[]>('SELECT coalesce(sum(amount_minor), 0) AS sum FROM ledger_posting');
      return Number(row?.sum);
    },
    stop: registerRunning('a gateway', async () => {
      await gateway.stop();
      await Promise.all(receivers.map((receiver) => receiver.close()));
      await database.drop();
    }),
  };
}

function missingSandbox(): never {
  throw new Error('The sandbox did not start');
}
