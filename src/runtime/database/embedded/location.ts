import { createHash } from 'node:crypto';
import { access, chmod, constants, lstat, mkdir, readFile, readlink, realpath, rename, rm, stat, symlink, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { binariesCopiedTo, locateBinaries, PostgresBinaries } from './binaries.js';
import { codeOf, reasonOf } from '../../../common/errors/error-shape.js';
import { EmbeddedPostgresError, USE_OWN_SERVER } from './errors.js';
import { exists, writeAtomically } from './files.js';
import { findOrCreateUnprivilegedUser, RuntimeUser, runsAsRoot } from './runtime-user.js';
import { findServer, stopServer } from './server-process.js';

/** Folders of a cluster, and the user who runs its server. */
export interface ClusterLocation {
  /** Folder of the data, the passwords, the log and the list of participants. */
  home: string;
  data: string;
  binaries: PostgresBinaries;
  user: RuntimeUser;
}

/**
 * PostgreSQL's unprivileged user must be able to enter every folder above the data and the binaries, which is impossible for a clone in
 * /root. Therefore root always stores both in this folder, and `.data/postgres` is a link.
 */
const ROOT_BASE = '/var/lib/payment-gateway';

/** @param dataDir as `prepareDataDir` returned it */
export async function locateCluster(dataDir: string, log: (line: string) => void): Promise<ClusterLocation> {
  const path = join(dataDir, 'postgres');
  return runsAsRoot() ? locateForRoot(path, log) : locateForOrdinaryUser(path);
}

/** Creates the folder. @returns the real path of the folder, so that processes that use different links share the folder. */
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

async function locateForOrdinaryUser(path: string): Promise<ClusterLocation> {
  const home = await ownFolder(path);
  return { home, data: join(home, 'data'), binaries: await locateBinaries(home), user: undefined };
}

/**
 * Creates the folder of a cluster. It may be a link to another disk.
 * @returns the real path of the folder, because a running server is identified by its working directory.
 */
async function ownFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const owner = (await stat(path)).uid;
    if (owner !== process.getuid?.()) throw new EmbeddedPostgresError(`it belongs to the user with id ${owner}`);
    return await realpath(path);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The database in ${path} cannot be used: ${reasonOf(error)}. If the gateway was started as root or by another user before, ` +
        'start it as that user again, or set DATA_DIR to a folder of your own.',
      { cause: error },
    );
  }
}

async function locateForRoot(path: string, log: (line: string) => void): Promise<ClusterLocation> {
  try {
    await mkdir(ROOT_BASE, { recursive: true, mode: 0o755 });
    await chmod(ROOT_BASE, 0o755);
    const binaries = await binariesCopiedTo(ROOT_BASE);
    const ordinaryUser = await ordinaryOwner(path);
    if (ordinaryUser) return { home: path, data: join(path, 'data'), binaries, user: ordinaryUser };

    const home = await realpath(await linkedHome(path, log));
    const data = join(home, 'data');
    const owner = await stat(data).catch(() => undefined);
    // Existing data keep their owner.
    const user = owner && owner.uid > 0 ? { uid: owner.uid, gid: owner.gid } : await findOrCreateUnprivilegedUser();
    return { home, data, binaries, user };
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(codeOf(error) ?? '')) throw error;
    throw new EmbeddedPostgresError(
      `As root the packaged PostgreSQL is stored in ${ROOT_BASE}, which cannot be used: ${reasonOf(error)}. ${USE_OWN_SERVER}`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Owner of data that an ordinary user created in the same clone. The server of such data runs as that user. Undefined when there are no
 * such data.
 */
async function ordinaryOwner(path: string): Promise<RuntimeUser> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isDirectory() && stats.uid > 0 ? { uid: stats.uid, gid: stats.gid } : undefined;
}

/** The folder to which `.data/postgres` points. Creates the folder and the link when there is no link that `belongsTo` accepts. */
async function linkedHome(path: string, log: (line: string) => void): Promise<string> {
  const target = await readlink(path).catch(() => undefined);
  if (target !== undefined && (await belongsTo(target, path))) return target;

  const home = join(ROOT_BASE, createHash('sha256').update(path).digest('hex').slice(0, 16));
  await setAsideOrphan(home, log);
  await mkdir(home, { mode: 0o711 });
  await chmod(home, 0o711); // independent of the umask, the unprivileged user may enter the folder but not list it
  await writeAtomically(join(home, 'name'), path);
  if (target !== undefined) await unlink(path);
  await symlink(home, path);
  return home;
}

/**
 * Whether the link at `path` may use a folder. A copied clone has a copy of the link and must not share the original's data. A moved clone
 * keeps its data. The file `name` in the folder contains the path of the link.
 */
async function belongsTo(home: string, path: string): Promise<boolean> {
  if (dirname(home) !== ROOT_BASE) return (await stat(home).catch(() => undefined))?.isDirectory() ?? false;
  const recordedPath = await readFile(join(home, 'name'), 'utf8').catch(() => undefined);
  if (recordedPath === undefined) return false;
  if (recordedPath === path) return true;
  if ((await readlink(recordedPath).catch(() => undefined)) === home) return false;
  await writeAtomically(join(home, 'name'), path);
  return true;
}

/** When `.data` was deleted, the user wants a new database. The old data are moved away, not deleted. */
async function setAsideOrphan(home: string, log: (line: string) => void): Promise<void> {
  if (!(await exists(home))) return;
  const server = await findServer(join(home, 'data'));
  if (server) await stopServer(server.pid, join(home, 'data'), log);
  const orphanFolder = `${home}.orphaned`;
  await rm(orphanFolder, { recursive: true, force: true });
  await rename(home, orphanFolder);
  log(`Started with an empty database. The data of the deleted .data folder are in ${orphanFolder}`);
}
