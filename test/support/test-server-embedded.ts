import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_ROLE, OWNER_ROLE } from '../../src/runtime/database/embedded/roles.js';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../src/runtime/database/embedded/embedded-postgres.js';
import { serverLogErrors } from './server-log-errors.js';
import { DISPOSABLE, folderInMemory, leftovers } from './disposable-server.js';
import { Login } from './test-server-info.js';
import type { TestServer } from './test-server.js';

const FOLDER = 'payment-gateway-test-';

export async function startEmbeddedTestServer(): Promise<TestServer> {
  // Only their owner can remove the leftovers of another user.
  for (const folder of await leftovers(tmpdir(), FOLDER)) await discard(folder).catch(() => undefined);
  const dataDir = await mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-`));
  await keepInMemory(dataDir);
  const cluster = await startEmbeddedPostgres({ dataDir, settings: DISPOSABLE });
  return {
    info: {
      address: `${cluster.host}:${cluster.port}`,
      superuser: cluster.superuserUrl(),
      owner: login(cluster.ownerUrl(), OWNER_ROLE),
      app: login(cluster.appUrl(), APP_ROLE),
      template: 'gateway_template',
      prefix: 'test',
    },
    defects: async () => serverLogErrors(await readFile(join(dataDir, 'postgres/postgres.log'), 'utf8')),
    stop: async () => {
      await cluster.stop();
      await discard(dataDir);
    },
  };
}

/** A symbolic link: the embedded PostgreSQL follows it, and the removal of leftovers finds them by its name. */
async function keepInMemory(dataDir: string): Promise<void> {
  const home = await folderInMemory(FOLDER);
  if (home !== undefined) await symlink(home, join(dataDir, 'postgres'));
}

async function discard(dataDir: string): Promise<void> {
  await removeEmbeddedPostgres(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}

function login(url: string, name: string): Login {
  return { name, password: new URL(url).password };
}
