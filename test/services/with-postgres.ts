import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServer, stopServer } from '../../src/runtime/database/embedded/server-process.js';
import { DebianPostgres } from '../deploy/support/debian-postgres.js';
import { serverLogErrors } from '../support/server-log-errors.js';
import { DISPOSABLE_SETTINGS, createFolderInMemory, foldersOfKilledRuns, MEMORY_FOLDER } from '../support/disposable-server.js';

/**
 * Runs a command of tests on the PostgreSQL of Debian's packages instead of the embedded one, and stops the server afterwards:
 * `node --import ./test/support/typescript.mjs test/services/with-postgres.ts 15 npm test`
 * The command finds the server in `TEST_DATABASE_URL`.
 */
const [version = '', command, ...args] = process.argv.slice(2);
if (!/^\d+$/.test(version) || !command) throw new Error('Usage: with-postgres.ts <major version> command…');
const PREFIX = 'gateway-debian-';
// Folders of other users cannot be removed, so errors are ignored.
for (const parent of [MEMORY_FOLDER, tmpdir()])
  for (const folder of await foldersOfKilledRuns(parent, PREFIX)) await discard(folder).catch(() => undefined);
const name = `${PREFIX}${process.pid}-`;
const folder = (await createFolderInMemory(name)) ?? (await mkdtemp(join(tmpdir(), name)));
// ICU sorts text by language, as on most servers. The embedded PostgreSQL sorts by code point, and no list may depend on that.
const locale = '--encoding=UTF8 --locale=C.UTF-8 --locale-provider=icu --icu-locale=en-US';
const postgres = await DebianPostgres.start('data folder', { version, folder, locale });
try {
  await postgres.configure(
    'postgresql.conf',
    Object.entries(DISPOSABLE_SETTINGS)
      .map(([setting, value]) => `${setting} = '${value}'`)
      .join('\n'),
  );
  await postgres.startServer();
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.superuserUrl('postgres') } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
  const defects = serverLogErrors(await readFile(join(postgres.folder, 'server.log'), 'utf8'));
  if (defects.length > 0) throw new Error(`In the log of PostgreSQL:\n${defects.join('\n')}`);
} finally {
  await postgres.remove();
}

/** Stops the server that a killed run has left, and removes its folder. */
async function discard(leftover: string): Promise<void> {
  const data = join(leftover, 'data');
  const server = await findServer(data);
  if (server) await stopServer(server.pid, data, () => undefined);
  await rm(leftover, { recursive: true, force: true });
}
