import { chmod, mkdtemp, readdir, statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { identifyProcess } from '../../src/runtime/database/embedded/process-identity.js';

/** The data are deleted after the run, so they need not survive a crash of the machine. */
export const DISPOSABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_size: '256MB',
  autovacuum: 'off', // Query plans then depend only on what a test has analysed.
  log_line_prefix: '%m [%p] %e ', // With the SQLSTATE, by which `serverLogErrors` finds defects.
};

/** Linux keeps the files of this folder in memory. Creating and dropping the database of a test file takes a fifth of the time there. */
export const MEMORY = '/dev/shm';
/** A whole run needs a third of this. */
const ROOM = 2 * 1024 ** 3;

/** @returns a new folder in memory, which only PostgreSQL's user can enter without listing. `undefined`, with a warning, when there is no room. */
export async function folderInMemory(prefix: string): Promise<string | undefined> {
  const hasRoom = await hasRoomInMemory();
  const folder = hasRoom ? await mkdtemp(join(MEMORY, prefix)).catch(() => undefined) : undefined; // Not every user may write there.
  if (folder !== undefined) await chmod(folder, 0o711);
  else console.warn(`The database of the tests is on disk, which is slower: ${MEMORY} has no room or belongs to another user.`);
  return folder;
}

/** A killed run leaves its folder and a server that uses the folder. @param prefix of a folder's name, before the pid of the run */
export async function leftovers(parent: string, prefix: string): Promise<string[]> {
  const unused: string[] = [];
  for (const name of await readdir(parent).catch((): string[] => [])) {
    const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : NaN);
    if (Number.isInteger(pid) && !(await identifyProcess(pid))) unused.push(join(parent, name));
  }
  return unused;
}

/** In a container this is often 64 MB, and other systems have no such folder. */
async function hasRoomInMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, freemem()) > ROOM;
}
