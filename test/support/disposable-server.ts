import { chmod, mkdtemp, readdir, statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { identifyProcess } from '../../src/runtime/database/embedded/process-identity.js';

/** The data are thrown away at the end, so nothing need survive a crash of the machine. */
export const DISPOSABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_size: '256MB',
  autovacuum: 'off', // plans are those of what a test has analysed, at whatever moment
  log_line_prefix: '%m [%p] %e ', // with the SQLSTATE, by which `serverLogErrors` knows what happened
};

/** Linux keeps the files of this folder in memory, where making and dropping a database for each test file costs a fifth. */
export const MEMORY = '/dev/shm';
/** A whole run needs a third of it. */
const ROOM = 2 * 1024 ** 3;

/** @returns a new folder in memory, which PostgreSQL's own user can enter but not list; undefined when there is no room, which it says. */
export async function folderInMemory(prefix: string): Promise<string | undefined> {
  const hasRoom = await hasRoomInMemory();
  const folder = hasRoom ? await mkdtemp(join(MEMORY, prefix)).catch(() => undefined) : undefined; // not every user may write there
  if (folder !== undefined) await chmod(folder, 0o711);
  else console.warn(`The tests’ database is on disk, where it is slower: ${MEMORY} has no room, or is another user’s.`);
  return folder;
}

/** A run that was killed leaves its folder behind, and a server on it. @param prefix what stands before the run's pid in a folder's name */
export async function leftovers(place: string, prefix: string): Promise<string[]> {
  const left: string[] = [];
  for (const name of await readdir(place).catch((): string[] => [])) {
    const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : NaN);
    if (Number.isInteger(pid) && !(await identifyProcess(pid))) left.push(join(place, name));
  }
  return left;
}

/** A container's is often 64 MB, and other systems have none. */
async function hasRoomInMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, freemem()) > ROOM;
}
