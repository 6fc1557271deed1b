import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_ROLE, OWNER_ROLE } from '../../src/runtime/database/embedded/roles.js';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../src/runtime/database/embedded/embedded-postgres.js';
import { serverLogErrors } from './server-log-errors.js';
import { DISPOSABLE_SETTINGS, createFolderInMemory, foldersOfKilledRuns } from './disposable-server.js';
import { Login } from './test-server-info.js';
import type { TestServer } from './test-server.js';

const FOLDER_PREFIX = 'payment-gateway-test-';

export async function startEmbeddedTestServer(): Promise<TestServer> {
  // This user cannot remove the leftovers of other users.
  for (const folder of await foldersOfKilledRuns(tmpdir(), FOLDER_PREFIX)) await discard(folder).catch(() => undefined);
  const dataDir = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  await linkToMemory(dataDir);
  const cluster = await startEmbeddedPostgres({ dataDir, settings: DISPOSABLE_SETTINGS });
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

/**
 * Links the folder of PostgreSQL to a folder in memory.
 * PostgreSQL follows the link. A later run finds leftovers by the name of the folder with the link.
 */
async function linkToMemory(dataDir: string): Promise<void> {
  const folder = await createFolderInMemory(FOLDER_PREFIX);
  if (folder !== undefined) await symlink(folder, join(dataDir, 'postgres'));
}

async function discard(dataDir: string): Promise<void> {
  await removeEmbeddedPostgres(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}

function login(url: string, name: string): Login {
  return { name, password: new URL(url).password };
}
