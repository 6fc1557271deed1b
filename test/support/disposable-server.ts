import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** The data are thrown away at the end, so nothing need survive a crash of the machine. */
export const DISPOSABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_size: '256MB',
  autovacuum: 'off', // plans are those of what a test has analysed, at whatever moment
  log_line_prefix: '%m [%p] %e ', // with the SQLSTATE, by which `defectsIn` knows what happened
};

/** Linux keeps the files of this folder in memory, where making and dropping a database for each test file costs a fifth. */
export const MEMORY = '/dev/shm';
/** A whole run needs a third of it. */
const ROOM = 2 * 1024 ** 3;

/** @returns a new folder in memory, which PostgreSQL's own user can enter but not list; undefined when there is no room. */
export async function folderInMemory(prefix: string): Promise<string | undefined> {
  if (!(await hasRoomInMemory())) return undefined;
  const folder = await mkdtemp(join(MEMORY, prefix)).catch(() => undefined); // not every user may write there
  if (folder !== undefined) await chmod(folder, 0o711);
  return folder;
}

/** A container's is often 64 MB, and other systems have none. */
async function hasRoomInMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, freemem()) > ROOM;
}
