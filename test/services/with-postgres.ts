import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DebianPostgres } from '../deploy/support/debian-postgres.js';
import { defectsIn } from '../support/defects.js';
import { DISPOSABLE, folderInMemory } from '../support/disposable-server.js';

/**
 * Runs a command of tests on the PostgreSQL of Debian's packages instead of the embedded one, and stops that afterwards:
 * `node --import ./test/support/typescript.mjs test/services/with-postgres.ts 15 npm test`
 * The command finds it in `TEST_DATABASE_URL`.
 */
const [version = '', command, ...values] = process.argv.slice(2);
if (!/^\d+$/.test(version) || !command) throw new Error('Usage: with-postgres.ts <major version> command…');
// Text is sorted for people, as on most machines; the embedded one sorts by code point, and no list may depend on it.
const locale = '--encoding=UTF8 --locale=C.UTF-8 --locale-provider=icu --icu-locale=en-US';
const postgres = await DebianPostgres.start('data folder', { version, folder: await folderInMemory('gateway-debian-'), locale });
try {
  await postgres.configure(
    'postgresql.conf',
    Object.entries(DISPOSABLE)
      .map(([name, value]) => `${name} = '${value}'`)
      .join('\n'),
  );
  await postgres.startServer();
  const child = spawn(command, values, { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.superuserUrl('postgres') } });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
  const defects = defectsIn(await readFile(join(postgres.folder, 'server.log'), 'utf8'));
  if (defects.length > 0) throw new Error(`In the log of PostgreSQL:\n${defects.join('\n')}`);
} finally {
  await postgres.remove();
}
