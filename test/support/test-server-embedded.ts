import { chmod, mkdtemp, readdir, readFile, rm, statfs, symlink } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { identifyProcess } from '../../src/runtime/database/embedded/process-identity.js';
import { APP_ROLE, OWNER_ROLE } from '../../src/runtime/database/embedded/roles.js';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../src/runtime/database/embedded/embedded-postgres.js';
import { deadlocksIn } from './deadlocks.js';
import { Login } from './server-facts.js';
import type { TestServer } from './test-server.js';

const FOLDER = 'payment-gateway-test-';

/** The data are thrown away at the end, so nothing need survive a crash of the machine. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_size: '256MB',
};

/** Linux keeps the files of this folder in memory, where making and dropping a database for each test file costs a fifth. */
const MEMORY = '/dev/shm';
/** A whole run needs a third of it. */
const ROOM = 2 * 1024 ** 3;

export async function startEmbeddedTestServer(): Promise<TestServer> {
  await removeLeftovers();
  const dataDir = await mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-`));
  if (await hasRoomInMemory()) await keepInMemory(dataDir);
  const cluster = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  return {
    facts: {
      address: `${cluster.host}:${cluster.port}`,
      superuser: cluster.superuserUrl(),
      owner: login(cluster.ownerUrl(), OWNER_ROLE),
      app: login(cluster.appUrl(), APP_ROLE),
      template: 'gateway_template',
      prefix: 'test',
    },
    deadlocks: async () => deadlocksIn(await readFile(join(dataDir, 'postgres/postgres.log'), 'utf8')),
    stop: async () => {
      await cluster.stop();
      await discard(dataDir);
    },
  };
}

/** A container's is often 64 MB, and other systems have none. */
async function hasRoomInMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, freemem()) > ROOM;
}

/** By a link, which the embedded PostgreSQL follows, and which leads whoever removes leftovers to them. */
async function keepInMemory(dataDir: string): Promise<void> {
  const home = await mkdtemp(join(MEMORY, FOLDER)).catch(() => undefined);
  if (home === undefined) return; // not everybody may write there
  await chmod(home, 0o711); // PostgreSQL runs as another user when this is root: it passes through, and lists nothing
  await symlink(home, join(dataDir, 'postgres'));
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
