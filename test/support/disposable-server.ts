import { chmod, mkdtemp, readdir, statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { identifyProcess } from '../../src/runtime/database/embedded/process-identity.js';

/** Settings of the tests' PostgreSQL. The data is deleted after the run, so it need not survive a crash of the machine. */
export const DISPOSABLE_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_size: '256MB',
  autovacuum: 'off', // Query plans then change only when a test runs ANALYZE.
  log_line_prefix: '%m [%p] %e ', // %e is the SQLSTATE, by which `serverLogErrors` finds defects.
};

/** Linux keeps the files of this folder in memory. Creating and dropping a database there takes a fifth of the time that a disk needs. */
export const MEMORY_FOLDER = '/dev/shm';
/** Bytes. A whole run needs a third of this. */
const MIN_FREE_BYTES = 2 * 1024 ** 3;

/**
 * @returns a new folder in memory, or `undefined`, with a warning, when memory is short or the folder cannot be created.
 * PostgreSQL runs as another user, who may enter the folder but not list it.
 */
export async function createFolderInMemory(prefix: string): Promise<string | undefined> {
  const hasRoom = await hasRoomInMemory();
  const folder = hasRoom ? await mkdtemp(join(MEMORY_FOLDER, prefix)).catch(() => undefined) : undefined; // Not every user may write there.
  if (folder !== undefined) await chmod(folder, 0o711);
  else console.warn(`The database of the tests is on disk, which is slower: ${MEMORY_FOLDER} has no room or belongs to another user.`);
  return folder;
}

/** Folders of killed test runs. A server may still use such a folder. @param prefix of a folder's name, before the pid of the run */
export async function foldersOfKilledRuns(parent: string, prefix: string): Promise<string[]> {
  const folders: string[] = [];
  for (const name of await readdir(parent).catch((): string[] => [])) {
    const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : NaN);
    if (Number.isInteger(pid) && !(await identifyProcess(pid))) folders.push(join(parent, name));
  }
  return folders;
}

/** In a container `/dev/shm` often has only 64 MB, and systems other than Linux have no such folder. */
async function hasRoomInMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs(MEMORY_FOLDER).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, freemem()) > MIN_FREE_BYTES;
}
