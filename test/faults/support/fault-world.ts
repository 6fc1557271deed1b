import { Pool, type PoolClient, type QueryResultRow } from 'pg';
import { registerRunning } from '../../support/left-running.js';
import { TEST_TIMEOUT_SETTINGS } from '../../support/patience.js';
import { Receiver } from '../../support/receiver.js';
import { testRedisSettings } from '../../support/test-redis.js';
import { createShop, type Shop } from '../../support/shop.js';
import { testServerInfo } from '../../support/test-server-info.js';
import { createTestDatabase } from '../../support/test-database.js';
import type { World } from '../../support/world.js';
import { runAlongside } from './run-alongside.js';
import { GatewayProcess } from './gateway-process.js';
import { ENCRYPTION_KEYS } from '../../support/encryption-key.js';

/** The database that the processes share. The queue is in it, too, unless the test run has configured a Redis. */
export interface FaultDatabase {
  appUrl: string;
  superuserUrl: string;
  drop(): Promise<void>;
}

export interface FaultWorld {
  /** Starts a gateway process that shares the database and the queue with the other processes of this world. */
  gateway(role: 'api' | 'worker' | 'all' | 'sandbox', settings?: NodeJS.ProcessEnv): Promise<GatewayProcess>;
  /** Creates a partner with one DirectBilling service. Its requests go to this process or proxy. */
  shop(at: { http: GatewayProcess['http'] }): Promise<Shop>;
  /** Runs services of the gateway in this process, without its routes, as the command line does. */
  withServices<T>(run: (get: World['get']) => Promise<T>): Promise<T>;
  /** The settings of all gateway processes. */
  settings: NodeJS.ProcessEnv;
  /** Runs one statement as the superuser of the server, on a connection that no gateway uses. */
  sql<T extends QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** Runs statements in a transaction that stays open with its locks until the test ends it. */
  holdOpen(...statements: string[]): Promise<{ end(): Promise<void> }>;
  stop(): Promise<void>;
}

/** Gateway processes on one database. By default the database is cloned from the template of the test run. */
export async function startFaultWorld(existing?: FaultDatabase): Promise<FaultWorld> {
  const database = existing ?? (await cloneDatabase());
  const pool = new Pool({ connectionString: database.superuserUrl, max: 4 });
  pool.on('error', () => undefined); // The server is restarted on purpose.
  const commonSettings: NodeJS.ProcessEnv = {
    LOG_LEVEL: 'warn',
    DATABASE_URL: database.appUrl,
    ENCRYPTION_KEYS,
    PUBLIC_URL: 'https://pay.example.test',
    HOST: '127.0.0.1',
    CONNECTOR_SECRET: 'a secret of these processes',
    SEED_DEMO: 'off',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_CONCURRENCY_PER_ENDPOINT: '8',
    DATABASE_POOL_SIZE: '8',
    RATE_LIMIT_PER_TOKEN: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    RATE_LIMIT_PER_CONNECTOR: '0',
    RATE_LIMIT_FAILED_AUTH: '0',
    ...TEST_TIMEOUT_SETTINGS,
    ...testRedisSettings(new URL(database.appUrl).pathname.slice(1), {}),
  };
  const gateways: GatewayProcess[] = [];
  const receivers: Receiver[] = [];
  const openTransactions = new Set<PoolClient>();
  const rollBack = async (client: PoolClient): Promise<void> => {
    if (!openTransactions.delete(client)) return;
    await client.query('ROLLBACK');
    client.release();
  };
  return {
    settings: commonSettings,
    async gateway(role, settings = {}) {
      const sandbox = role === 'worker' ? { SANDBOX: 'off' } : { SANDBOX: 'on', SANDBOX_PORT: '0' };
      const gateway = await GatewayProcess.start({ ...commonSettings, ...sandbox, ROLE: role, ...settings });
      gateways.push(gateway);
      return gateway;
    },
    async shop({ http }) {
      const receiver = await Receiver.start();
      receivers.push(receiver);
      return runAlongside(commonSettings, (app) => createShop(app, http, receiver));
    },
    withServices: (run) => runAlongside(commonSettings, (app) => run((provider) => app.get(provider))),
    sql: async <T extends QueryResultRow>(text: string, values?: unknown[]) => (await pool.query<T>(text, values)).rows,
    async holdOpen(...statements) {
      const client = await pool.connect();
      openTransactions.add(client);
      for (const statement of ['BEGIN', ...statements]) await client.query(statement);
      return { end: () => rollBack(client) };
    },
    stop: registerRunning('gateway processes', async () => {
      for (const client of openTransactions) await rollBack(client);
      for (const receiver of receivers) receiver.releaseAll();
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      await Promise.all(receivers.map((receiver) => receiver.close()));
      await pool.end();
      await database.drop();
    }),
  };
}

/** A database on the server of the test run. */
export async function cloneDatabase(): Promise<FaultDatabase> {
  const database = await createTestDatabase();
  const superuserUrl = new URL(testServerInfo().superuser);
  superuserUrl.pathname = `/${database.name}`;
  return { appUrl: database.appUrl, superuserUrl: superuserUrl.href, drop: () => database.drop() };
}
