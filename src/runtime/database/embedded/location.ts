import { createHash } from 'node:crypto';
import { access, chmod, constants, lstat, mkdir, readFile, readlink, realpath, rename, rm, stat, symlink, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { binariesCopiedTo, binariesInPlace, PostgresBinaries } from './binaries.js';
import { codeOf, reasonOf } from '../../../common/errors/error-shape.js';
import { EmbeddedPostgresError, USE_OWN_SERVER } from './errors.js';
import { exists, writeAtomically } from './files.js';
import { findOrMakeUnprivilegedUser, RuntimeUser, runsAsRoot } from './runtime-user.js';
import { serverOn, stopServer } from './server-process.js';

/** Where one cluster lives and who runs it. */
export interface ClusterLocation {
  /** Holds everything of the cluster: the data, the passwords, the log, the list of participants. */
  home: string;
  data: string;
  binaries: PostgresBinaries;
  user: RuntimeUser;
}

/**
 * PostgreSQL's unprivileged user must be able to enter every folder above the data and the binaries. Under a clone in /root that is
 * impossible, so root keeps both here and `.data/postgres` is a link. Always, so that it does not depend on where the clone is.
 */
const ROOT_BASE = '/var/lib/payment-gateway';

/** @param dataDir as `prepareDataDir` gave it */
export async function locateCluster(dataDir: string, log: (line: string) => void): Promise<ClusterLocation> {
  const name = join(dataDir, 'postgres');
  return runsAsRoot() ? locateForRoot(name, log) : locateForOrdinaryUser(name);
}

/** The folder's real path; processes that come by different links must mean the same one. */
export async function prepareDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data folder ${dataDir} cannot be used: ${reasonOf(error)}. Set DATA_DIR to a folder you may write to. ${USE_OWN_SERVER}`,
      {
        cause: error,
      },
    );
  }
}

async function locateForOrdinaryUser(name: string): Promise<ClusterLocation> {
  try {
    await mkdir(name, { recursive: true, mode: 0o700 });
    const owner = (await stat(name)).uid;
    if (owner !== process.getuid?.()) throw new EmbeddedPostgresError(`it belongs to the user with id ${owner}`);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The database in ${name} cannot be used: ${reasonOf(error)}. If the gateway was started as root or by another user before, ` +
        'start it as that user again, or set DATA_DIR to a folder of your own.',
      { cause: error },
    );
  }
  return { home: name, data: join(name, 'data'), binaries: await binariesInPlace(name), user: undefined };
}

async function locateForRoot(name: string, log: (line: string) => void): Promise<ClusterLocation> {
  try {
    await mkdir(ROOT_BASE, { recursive: true, mode: 0o755 });
    await chmod(ROOT_BASE, 0o755);
    const binaries = await binariesCopiedTo(ROOT_BASE);
    const madeByUser = await ordinaryHome(name);
    if (madeByUser) return { home: name, data: join(name, 'data'), binaries, user: madeByUser };

    const home = await realpath(await linkedHome(name, log));
    const data = join(home, 'data');
    const owner = await stat(data).catch(() => undefined);
    // Data that exist keep their owner, whoever would be chosen today.
    const user = owner && owner.uid > 0 ? { uid: owner.uid, gid: owner.gid } : await findOrMakeUnprivilegedUser();
    return { home, data, binaries, user };
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(codeOf(error) ?? '')) throw error;
    throw new EmbeddedPostgresError(
      `As root the packaged PostgreSQL lives in ${ROOT_BASE}, which cannot be used: ${reasonOf(error)}. ${USE_OWN_SERVER}`,
      {
        cause: error,
      },
    );
  }
}

/** Data made by an ordinary user in the same clone are served as that user. */
async function ordinaryHome(name: string): Promise<RuntimeUser> {
  const found = await lstat(name).catch(() => undefined);
  return found?.isDirectory() && found.uid > 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

/** The folder that `.data/postgres` points to, made when there is none. */
async function linkedHome(name: string, log: (line: string) => void): Promise<string> {
  const target = await readlink(name).catch(() => undefined);
  if (target !== undefined && (await belongsTo(target, name))) return target;

  const home = join(ROOT_BASE, createHash('sha256').update(name).digest('hex').slice(0, 16));
  await setAsideOrphan(home, log);
  await mkdir(home, { mode: 0o711 });
  await chmod(home, 0o711); // whatever the umask: the unprivileged user passes through, and lists nothing
  await writeAtomically(join(home, 'name'), name);
  if (target !== undefined) await unlink(name);
  await symlink(home, name);
  return home;
}

/** A copied clone brings the link along: it must not share the data of the original. A moved clone keeps them. */
async function belongsTo(home: string, name: string): Promise<boolean> {
  if (dirname(home) !== ROOT_BASE) return (await stat(home).catch(() => undefined))?.isDirectory() ?? false;
  const recorded = await readFile(join(home, 'name'), 'utf8').catch(() => undefined);
  if (recorded === undefined) return false;
  if (recorded === name) return true;
  if ((await readlink(recorded).catch(() => undefined)) === home) return false;
  await writeAtomically(join(home, 'name'), name);
  return true;
}

/** When `.data` was deleted, a new database is wanted; the old data are moved away, not destroyed. */
async function setAsideOrphan(home: string, log: (line: string) => void): Promise<void> {
  if (!(await exists(home))) return;
  const server = await serverOn(join(home, 'data'));
  if (server) await stopServer(server.pid, join(home, 'data'), log);
  const aside = `${home}.orphaned`;
  await rm(aside, { recursive: true, force: true });
  await rename(home, aside);
  log(`Began with an empty database; the data of the deleted .data folder are kept in ${aside}`);
}
