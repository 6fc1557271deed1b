import { lstat, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Credentials, loadOrCreateCredentials, saveCredentials } from './credentials.js';
import { exists } from './files.js';
import { withFileLock } from './file-lock.js';
import { findFreePort, isFree } from './free-port.js';
import { supervise } from './supervise.js';
import { initialiseData } from './initialise.js';
import { ClusterLocation, locateCluster, prepareDataDir } from './location.js';
import { ParticipantRole, Participants } from './participants.js';
import { APP_ROLE, DATABASE, ensureRolesAndDatabase, OWNER_ROLE } from './roles.js';
import { launchServer, RunningServer, findServer, ServerStartRefused, stopServer, waitForEnd } from './server-process.js';

export { EmbeddedPostgresError } from './errors.js';

export interface EmbeddedPostgresOptions {
  /** All files are stored below this folder, in `postgres`. */
  dataDir: string;
  /** The default is `gateway`. */
  role?: ParticipantRole;
  /** Preferred port. When it is in use, the last port or another free port is used. */
  port?: number;
  settings?: Record<string, string>;
  /** Starts the server again whenever it ends. */
  keepRunning?: boolean;
  log?: (line: string) => void;
}

export interface EmbeddedCluster {
  host: '127.0.0.1';
  port: number;
  ownerUrl(database?: string): string;
  appUrl(database?: string): string;
  superuserUrl(database?: string): string;
  /** False when the server was already running. */
  started: boolean;
  /** Ends the use of the cluster by this process. The last process stops the server. */
  stop(): Promise<void>;
}

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // the path of a socket is limited to about 100 characters, but the path of a clone is not
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

/** Each attempt uses another port. */
const MAX_LAUNCH_ATTEMPTS = 50;
/**
 * How long to wait until the child processes of a killed server end. They usually end within a moment, but need long on an overloaded
 * machine.
 */
const MAX_WAIT_FOR_CHILDREN_MS = 60_000;

/**
 * Starts the PostgreSQL server from the npm package, or uses a server that is still running after its gateway was killed.
 * @throws EmbeddedPostgresError when the server cannot be started
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedCluster> {
  const log = options.log ?? (() => undefined);
  const dataDir = await prepareDataDir(options.dataDir);
  return withClusterLock(dataDir, log, async () => {
    const location = await locateCluster(dataDir, log);
    const participants = new Participants(location.home);
    const registration = await participants.join(options.role ?? 'gateway');
    try {
      const credentials = await loadOrCreateCredentials(location.home, location.data);
      const { server, started } = await findOrLaunch(location, credentials, options, log);
      if (credentials.port !== server.port) await saveCredentials(location.home, { ...credentials, port: server.port });
      const urls = connectionUrls(server.port, credentials);
      await ensureRolesAndDatabase(urls.superuserUrl(), credentials);
      const startAgain = (): Promise<void> =>
        withClusterLock(dataDir, log, () => relaunch(location, { ...SETTINGS, ...options.settings }, server.port));
      const isRunning = async (): Promise<boolean> => (await findServer(location.data)) !== undefined;
      const endSupervision = options.keepRunning ? supervise({ isRunning, startAgain, log }) : undefined;
      const stop = async (): Promise<void> => {
        await endSupervision?.();
        await unregister(dataDir, location, registration, log);
      };
      return { host: '127.0.0.1', port: server.port, ...urls, started, stop: once(stop) };
    } catch (error) {
      await participants.leave(registration);
      throw error;
    }
  });
}

/** Stops the server and deletes its data. For tests. */
export async function removeEmbeddedPostgres(dataDir: string): Promise<void> {
  if (!(await exists(dataDir))) return;
  const path = join(await realpath(dataDir), 'postgres');
  const home = (await lstat(path).catch(() => undefined))?.isSymbolicLink() ? await realpath(await readlink(path)).catch(() => path) : path;
  const server = await findServer(join(home, 'data'));
  if (server) await stopServer(server.pid, join(home, 'data'), () => undefined);
  await rm(home, { recursive: true, force: true });
  await rm(path, { force: true });
}

async function findOrLaunch(
  location: ClusterLocation,
  credentials: Credentials,
  options: EmbeddedPostgresOptions,
  log: (line: string) => void,
): Promise<{ server: RunningServer; started: boolean }> {
  const settings = { ...SETTINGS, ...options.settings };
  if (!(await exists(location.data))) log('Making the database (once)');
  await initialiseData(location, credentials.superuser, { sync: settings['fsync'] !== 'off' });

  let port = await choosePort(options.port, credentials.port);
  const deadline = performance.now() + MAX_WAIT_FOR_CHILDREN_MS;
  for (let attempt = 1; ; attempt += 1) {
    const running = await waitForStableServer(location.data);
    if (running) {
      log(`Using the database that is already running as pid ${running.pid}`);
      return { server: running, started: false };
    }
    try {
      const logFile = join(location.home, 'postgres.log');
      const server = await launchServer({ ...location, logFile, port, settings });
      return { server, started: true };
    } catch (error) {
      if (!(error instanceof ServerStartRefused)) throw error;
      const isPortBusy = error.reason === 'port-busy';
      if (isPortBusy ? attempt >= MAX_LAUNCH_ATTEMPTS : performance.now() > deadline) throw error;
      if (isPortBusy) port = await findFreePort();
      else await sleep(100);
    }
  }
}

/**
 * Starts the server again on the same port, because other processes use this port. Does nothing when another process has already started
 * it.
 */
async function relaunch(location: ClusterLocation, settings: Record<string, string>, port: number): Promise<void> {
  if (await waitForStableServer(location.data)) return;
  await launchServer({ ...location, logFile: join(location.home, 'postgres.log'), port, settings });
}

/** The running server, if any. Waits while a server is starting or stopping. */
async function waitForStableServer(data: string): Promise<RunningServer | undefined> {
  for (;;) {
    const server = await findServer(data);
    if (!server || server.status === 'ready') return server;
    if (server.status === 'stopping') await waitForEnd(server.pid, data);
    else await sleep(20);
  }
}

async function choosePort(preferredPort: number | undefined, lastPort: number | null): Promise<number> {
  for (const port of [preferredPort, lastPort]) {
    if (port && (await isFree(port))) return port;
  }
  return findFreePort();
}

async function unregister(dataDir: string, location: ClusterLocation, registration: string, log: (line: string) => void): Promise<void> {
  await withClusterLock(dataDir, log, async () => {
    const participants = new Participants(location.home);
    await participants.leave(registration);
    if ((await participants.alive()).length > 0) return;
    const server = await findServer(location.data);
    if (server) await stopServer(server.pid, location.data, log);
  });
}

/** The lock file is outside the cluster's folder, because finding or creating that folder needs the lock, too. */
function withClusterLock<T>(dataDir: string, log: (line: string) => void, work: () => Promise<T>): Promise<T> {
  return withFileLock(join(dataDir, 'postgres.lock'), log, work);
}

function connectionUrls(port: number, credentials: Credentials): Pick<EmbeddedCluster, 'ownerUrl' | 'appUrl' | 'superuserUrl'> {
  const url = (role: string, password: string, database: string) => `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
  return {
    ownerUrl: (database = DATABASE) => url(OWNER_ROLE, credentials.owner, database),
    appUrl: (database = DATABASE) => url(APP_ROLE, credentials.app, database),
    superuserUrl: (database = 'postgres') => url('postgres', credentials.superuser, database),
  };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
