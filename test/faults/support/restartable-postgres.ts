import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFree } from '../../../src/database/embedded/free-port.js';
import { waitForEnd } from '../../../src/database/embedded/server-process.js';
import { type EmbeddedCluster, removeEmbeddedPostgres, startEmbeddedPostgres } from '../../../src/database/embedded-postgres.js';
import { migrateDatabase } from '../../../src/database/migrate.js';
import { APP_ROLE, DATABASE } from '../../../src/database/embedded/roles.js';
import { until } from '../../support/until.js';
import type { FaultDatabase } from './fault-world.js';

/** Few enough to be used up by a test. Durability is on: the server is killed hard. */
const SETTINGS = { max_connections: '60', superuser_reserved_connections: '3' };

/** A PostgreSQL server for one test file alone, which may do to it what it likes. */
export interface RestartablePostgres extends FaultDatabase {
  /** Ends every connection and the server; connections are refused from here on. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  /** On the same port. */
  startAgain(): Promise<void>;
}

export async function startRestartablePostgres(): Promise<RestartablePostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), `payment-gateway-test-${process.pid}-`));
  const data = join(dataDir, 'postgres', 'data');
  const start = (): Promise<EmbeddedCluster> => startEmbeddedPostgres({ dataDir, role: 'guest', settings: SETTINGS });
  const cluster = await start();
  await migrateDatabase(cluster.ownerUrl(), { appRole: APP_ROLE });
  return {
    appUrl: cluster.appUrl(),
    superuserUrl: cluster.superuserUrl(DATABASE),
    async stop(how) {
      const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
      process.kill(pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await waitForEnd(pid, data);
    },
    async startAgain() {
      await until(
        () => isFree(cluster.port),
        (free) => free,
      );
      const { port } = await start();
      if (port !== cluster.port) throw new Error('Somebody else took the port of the database while it was away');
    },
    async drop() {
      await removeEmbeddedPostgres(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
