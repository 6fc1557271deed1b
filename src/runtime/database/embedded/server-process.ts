import { spawn } from 'node:child_process';
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresBinaries } from './binaries.js';
import { chownToFolderOwner } from './files.js';
import { reasonOf } from '../../../common/errors/error-shape.js';
import { EmbeddedPostgresError, USE_OWN_SERVER } from './errors.js';
import { mayBePostgres, isServerOf } from './process-identity.js';
import { RuntimeUser } from './runtime-user.js';

export interface RunningServer {
  pid: number;
  port: number;
  /** The status that the server writes to its pid file: `starting`, `ready`, `stopping`. */
  status: string;
}

export interface ServerLaunch {
  binaries: PostgresBinaries;
  data: string;
  logFile: string;
  port: number;
  settings: Record<string, string>;
  user: RuntimeUser;
}

/** The server could not bind its port, or processes of a killed server have not ended yet. Another attempt may succeed. */
export class ServerStartRefused extends EmbeddedPostgresError {
  constructor(readonly reason: 'port-busy' | 'still-ending') {
    super(
      reason === 'port-busy'
        ? `The database found no free port on 127.0.0.1. ${USE_OWN_SERVER}`
        : `Processes of a killed database do not end. End the processes named "postgres" of this folder, or restart the machine.`,
    );
  }
}

/** Long, because a recovery after a crash replays the write-ahead log. */
const MAX_START_MS = 300_000;
const PID_FILE = 'postmaster.pid';
const MAX_STOP_MS = 30_000;
/** A larger log is renamed at the next start. */
const MAX_LOG_BYTES = 10_000_000;
/** Lines of the log in an error message. */
const MAX_LOG_LINES = 12;
const POLL_INTERVAL_MS = 15;

/**
 * The running server of a data directory. Undefined when no server runs, even if a crash has left a postmaster.pid that names a dead or
 * unrelated process.
 */
export async function findServer(data: string): Promise<RunningServer | undefined> {
  const [pid, , , port, , , , status] = await readPidFile(data);
  if (!(Number(pid) > 1) || !(await isServerOf(Number(pid), data))) return undefined;
  return { pid: Number(pid), port: Number(port), status: status?.trim() ?? 'starting' };
}

async function readPidFile(data: string): Promise<string[]> {
  return (await readFile(join(data, PID_FILE), 'utf8').catch(() => '')).split('\n');
}

/**
 * PostgreSQL refuses to start while a process with the pid in the file exists, even a zombie or another program. PostgreSQL ignores the pid
 * of its own parent, so this function writes the pid of this process into the file. The file must not be deleted: it names the shared
 * memory by which PostgreSQL detects children of the killed server that still write.
 */
async function correctPidFile(data: string): Promise<void> {
  const [pid, ...rest] = await readPidFile(data);
  if (!(Number(pid) > 1) || (await mayBePostgres(Number(pid)))) return;
  await writeFile(join(data, PID_FILE), [process.pid, ...rest].join('\n'));
}

/** Starts the server in its own process session, so that Ctrl-C in the terminal reaches only the gateway. */
export async function launchServer(launch: ServerLaunch): Promise<RunningServer> {
  await correctPidFile(launch.data);
  await rotateLog(launch.logFile);
  const log = await open(launch.logFile, 'a', 0o600);
  try {
    await chownToFolderOwner(launch.logFile);
    const logOffset = (await log.stat()).size;
    const settings = Object.entries(launch.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(launch.binaries.postgres, ['-D', launch.data, '-p', String(launch.port), ...settings], {
      ...launch.user,
      cwd: '/', // the server's user may not be allowed to enter the clone
      env: postgresEnvironment(),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    let exitReason: string | undefined;
    child.once('error', (error) => (exitReason = reasonOf(error)));
    child.once('exit', (code, signal) => (exitReason = `it ended with ${signal ?? `code ${code}`}`));
    child.unref();
    return await waitUntilReady(launch, logOffset, () => exitReason);
  } finally {
    await log.close();
  }
}

async function waitUntilReady(launch: ServerLaunch, logOffset: number, exitReason: () => string | undefined): Promise<RunningServer> {
  const deadline = performance.now() + MAX_START_MS;
  while (performance.now() < deadline) {
    const server = await findServer(launch.data);
    if (server?.status === 'ready') return server;
    const reason = exitReason();
    if (reason !== undefined) throw await startError(launch, reason, logOffset);
    await sleep(POLL_INTERVAL_MS);
  }
  throw await startError(launch, 'it did not become ready', logOffset);
}

/** The error of a failed start, with the last lines that the server wrote to its log since this start. */
async function startError(launch: ServerLaunch, reason: string, logOffset: number): Promise<Error> {
  const logText = (await readFile(launch.logFile)).subarray(logOffset).toString('utf8');
  if (/could not bind|could not create any TCP\/IP sockets/.test(logText)) return new ServerStartRefused('port-busy');
  if (/pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(logText))
    return new ServerStartRefused('still-ending');
  const lastLines = logText.trim().split('\n').slice(-MAX_LOG_LINES).join('\n');
  return new EmbeddedPostgresError(
    `The packaged PostgreSQL did not start: ${reason}.\n${lastLines}\nIts log is ${launch.logFile}. ${USE_OWN_SERVER}`,
  );
}

/** Stops the server with a fast shutdown: open transactions are rolled back, and all data is written. Waits until the server has ended. */
export async function stopServer(pid: number, data: string, log: (line: string) => void): Promise<void> {
  if (await signalAndWait(pid, data, 'SIGINT', MAX_STOP_MS)) return;
  log('The database did not stop in time and is killed. It recovers at the next start.');
  if (await signalAndWait(pid, data, 'SIGQUIT', MAX_STOP_MS)) return;
  throw new EmbeddedPostgresError(`The database (pid ${pid}) does not stop. End it with "kill -9 ${pid}".`);
}

export async function waitForEnd(pid: number, data: string, timeoutMs = MAX_STOP_MS): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (await isServerOf(pid, data)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_INTERVAL_MS);
  }
  return true;
}

async function signalAndWait(pid: number, data: string, signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
  if (!(await isServerOf(pid, data))) return true; // the pid may belong to another program now
  process.kill(pid, signal);
  return waitForEnd(pid, data, timeoutMs);
}

/** An environment without the user's PG* variables and locale, which would change the behaviour of the packaged server. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', LANG: 'C', TZ: 'UTC' };
}

async function rotateLog(file: string): Promise<void> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size > MAX_LOG_BYTES) await rename(file, `${file}.1`);
}
