import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { isFree } from '../../../src/runtime/database/embedded/free-port.js';
import { findServer, waitForEnd } from '../../../src/runtime/database/embedded/server-process.js';
import {
  type EmbeddedCluster,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/runtime/database/embedded/embedded-postgres.js';
import { MIGRATIONS } from '../../../src/migrations.js';
import { migrateDatabase } from '../../../src/runtime/database/schema/migrate.js';
import { APP_ROLE, DATABASE } from '../../../src/runtime/database/embedded/roles.js';
import { registerRunning } from '../../support/left-running.js';
import { until } from '../../support/until.js';
import type { FaultDatabase } from './fault-world.js';

/** Few connections, so that a test can use all of them. Durability is on, because the server is killed. */
const SETTINGS = { max_connections: '60', superuser_reserved_connections: '3' };

/** A PostgreSQL server for one test file, which may stop and kill it. */
export interface RestartablePostgres extends FaultDatabase {
  /** The data directory. */
  data: string;
  /** A URL of the superuser, for another database than the gateway's. */
  serverUrl: string;
  isRunning(): Promise<boolean>;
  /** Ends all connections and the server. New connections are refused. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** Pauses all processes. Connections stay open, and the operating system still accepts new ones. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Starts the server on the same port. */
  startAgain(): Promise<void>;
}

export async function startRestartablePostgres(extraSettings: Record<string, string> = {}): Promise<RestartablePostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), `payment-gateway-test-${process.pid}-`));
  let stoppedPids: number[] = [];
  const thaw = (): void => {
    for (const pid of stoppedPids) process.kill(pid, 'SIGCONT');
    stoppedPids = [];
  };
  const drop = registerRunning('a PostgreSQL server', async () => {
    thaw();
    await removeEmbeddedPostgres(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });
  const start = (): Promise<EmbeddedCluster> =>
    startEmbeddedPostgres({ dataDir, role: 'guest', settings: { ...SETTINGS, ...extraSettings } });
  const cluster = await start();
  const data = await realpath(join(dataDir, 'postgres', 'data'));
  await migrateDatabase(cluster.ownerUrl(), MIGRATIONS, { appRole: APP_ROLE });
  const readPostmasterPid = async (): Promise<number> => Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  return {
    data,
    serverUrl: cluster.superuserUrl(),
    appUrl: cluster.appUrl(),
    superuserUrl: cluster.superuserUrl(DATABASE),
    isRunning: async () => (await findServer(data)) !== undefined,
    async stop(mode) {
      const pid = await readPostmasterPid();
      process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await waitForEnd(pid, data);
    },
    async freeze() {
      const client = new Client({ connectionString: cluster.superuserUrl() });
      client.on('error', () => undefined);
      await client.connect();
      stoppedPids.push(await readPostmasterPid()); // The postmaster is stopped first, because it could start more processes.
      process.kill(stoppedPids[0] ?? 0, 'SIGSTOP');
      const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
      await client.end();
      for (const { pid } of rows) {
        stoppedPids.push(pid);
        process.kill(pid, 'SIGSTOP');
      }
    },
    thaw,
    async startAgain() {
      await until(
        () => isFree(cluster.port),
        (free) => free,
      );
      const { port } = await start();
      if (port !== cluster.port) throw new Error(`Another process took port ${cluster.port} of the database while it was stopped`);
    },
    drop,
  };
}
