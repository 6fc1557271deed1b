import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf, reasonOf } from '../../../common/errors/error-shape.js';
import { EmbeddedPostgresError, stderrOf, USE_OWN_SERVER } from './errors.js';
import { exists } from './files.js';
import { ClusterLocation } from './location.js';
import { postgresEnvironment } from './server-process.js';

const run = promisify(execFile);
const UNFINISHED_PREFIX = 'data.new-';

/**
 * Creates the data directory unless it exists. The directory is created under another name and renamed when it is complete. So an
 * interrupted first start leaves nothing that looks like a database.
 */
export async function initialiseData(location: ClusterLocation, superuserPassword: string, options: { sync: boolean }): Promise<void> {
  if (await exists(join(location.data, 'PG_VERSION'))) return assertSameMajor(location);
  await removeUnfinished(location.home);
  const unfinished = join(location.home, `${UNFINISHED_PREFIX}${randomUUID()}`);
  const passwordFile = `${unfinished}.password`;
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, superuserPassword, { mode: 0o600 });
  if (location.user) {
    await chown(unfinished, location.user.uid, location.user.gid);
    await chown(passwordFile, location.user.uid, location.user.gid);
  }
  try {
    await runInitdb(location, [
      `--pgdata=${unfinished}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // PostgreSQL's own collation. Updates of the C library or ICU cannot change the order of an index, and text is compared by code
      // point, as keyset pagination needs. lower() still handles all letters.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...(options.sync ? [] : ['--no-sync']),
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, location.data);
}

async function runInitdb(location: ClusterLocation, args: string[]): Promise<void> {
  try {
    await run(location.binaries.initdb, args, { ...location.user, cwd: '/', env: postgresEnvironment() });
  } catch (error) {
    // ENOENT also occurs when the program's loader is missing, as on Alpine Linux, which has no glibc.
    const hint = codeOf(error) === 'ENOENT' ? ' The packaged PostgreSQL needs a system with glibc.' : '';
    throw new EmbeddedPostgresError(`The database could not be created: ${stderrOf(error) || reasonOf(error)}.${hint} ${USE_OWN_SERVER}`, {
      cause: error,
    });
  }
}

async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name.startsWith(UNFINISHED_PREFIX)) await rm(join(home, name), { recursive: true, force: true });
  }
}

async function assertSameMajor({ data, binaries }: ClusterLocation): Promise<void> {
  const major = Number.parseInt(await readFile(join(data, 'PG_VERSION'), 'utf8'), 10);
  if (major === binaries.major) return;
  throw new EmbeddedPostgresError(
    `The database in ${data} was created by PostgreSQL ${major}. This release has PostgreSQL ${binaries.major}, which cannot open it. ` +
      `Dump it with pg_dump in the release that created it, or set DATA_DIR to an empty folder for a new database.`,
  );
}
