import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identifyProcess } from '../../src/runtime/database/embedded/process-identity.js';
import { APP_ROLE, OWNER_ROLE } from '../../src/runtime/database/embedded/roles.js';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../src/runtime/database/embedded/embedded-postgres.js';
import { defectsIn } from './defects.js';
import { DISPOSABLE, folderInMemory, MEMORY } from './disposable-server.js';
import { Login } from './server-facts.js';
import type { TestServer } from './test-server.js';

const FOLDER = 'payment-gateway-test-';

export async function startEmbeddedTestServer(): Promise<TestServer> {
  await removeLeftovers();
  const dataDir = await mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-`));
  await keepInMemory(dataDir);
  const cluster = await startEmbeddedPostgres({ dataDir, settings: DISPOSABLE });
  return {
    facts: {
      address: `${cluster.host}:${cluster.port}`,
      superuser: cluster.superuserUrl(),
      owner: login(cluster.ownerUrl(), OWNER_ROLE),
      app: login(cluster.appUrl(), APP_ROLE),
      template: 'gateway_template',
      prefix: 'test',
    },
    defects: async () => defectsIn(await readFile(join(dataDir, 'postgres/postgres.log'), 'utf8')),
    stop: async () => {
      await cluster.stop();
      await discard(dataDir);
    },
  };
}

/** Through a symbolic link: the embedded PostgreSQL follows it, and the removal of leftovers finds them by it. */
async function keepInMemory(dataDir: string): Promise<void> {
  const home = await folderInMemory(FOLDER);
  if (home === undefined) console.warn(`The tests’ database is on disk, where it is slower: ${MEMORY} has no room.`);
  else await symlink(home, join(dataDir, 'postgres'));
}

/** A run that was killed leaves a server behind. The folder's name tells whose it was. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(name.startsWith(FOLDER) ? name.slice(FOLDER.length).split('-')[0] : NaN);
    if (!Number.isInteger(pid) || (await identifyProcess(pid))) continue;
    // Another user's leftovers are that user's to remove.
    await discard(join(tmpdir(), name)).catch(() => undefined);
  }
}

async function discard(dataDir: string): Promise<void> {
  await removeEmbeddedPostgres(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}

function login(url: string, name: string): Login {
  return { name, password: new URL(url).password };
}
