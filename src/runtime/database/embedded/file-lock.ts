import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../../common/errors/error-shape.js';
import { EmbeddedPostgresError } from './errors.js';
import { chownToFolderOwner, readJsonFile } from './files.js';
import { identifyThisProcess, isAlive, ProcessIdentity } from './process-identity.js';

const MAX_WAIT_MS = 120_000;

/** Lets one process at a time start or stop the server. The lock of a dead process is removed. */
export async function withFileLock<T>(file: string, log: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const mine = `${file}.${process.pid}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(mine, JSON.stringify(await identifyThisProcess()), { mode: 0o600 });
  await chownToFolderOwner(mine);
  try {
    await waitForLock(file, mine, log);
  } finally {
    await rm(mine, { force: true });
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function waitForLock(file: string, mine: string, log: (line: string) => void): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  let isLogged = false;
  // link() is atomic: it fails when the name exists, and the name never points to a half-written file.
  while (!(await tryLink(mine, file))) {
    const holder = await readJsonFile<ProcessIdentity>(file);
    if (holder && !(await isAlive(holder))) {
      await breakLock(file, holder);
      continue;
    }
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Process ${holder?.pid ?? 'unknown'} has been starting or stopping the database for too long: stop it and try again.`,
      );
    }
    if (!isLogged && holder) {
      log(`Waiting for process ${holder.pid}, which is starting or stopping the database`);
      isLogged = true;
    }
    await sleep(50);
  }
}

/** Moves the lock aside and reads it again. So a process cannot remove a lock that another process has just taken. */
async function breakLock(file: string, dead: ProcessIdentity): Promise<void> {
  const aside = `${file}.stale.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return; // another process has already moved the lock
  }
  const moved = await readJsonFile<ProcessIdentity>(aside);
  if (moved && (moved.pid !== dead.pid || moved.began !== dead.began)) await tryLink(aside, file);
  await rm(aside, { force: true });
}

async function tryLink(existing: string, name: string): Promise<boolean> {
  try {
    await link(existing, name);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
