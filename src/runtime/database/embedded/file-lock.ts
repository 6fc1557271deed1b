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
  const ownFile = `${file}.${process.pid}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(ownFile, JSON.stringify(await identifyThisProcess()), { mode: 0o600 });
  await chownToFolderOwner(ownFile);
  try {
    await waitForLock(file, ownFile, log);
  } finally {
    await rm(ownFile, { force: true });
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function waitForLock(file: string, ownFile: string, log: (line: string) => void): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  let isLogged = false;
  // link() is atomic: it fails when the name exists, and the name never points to a half-written file.
  while (!(await tryLink(ownFile, file))) {
    const holder = await readJsonFile<ProcessIdentity>(file);
    if (holder && !(await isAlive(holder))) {
      await breakLock(file, holder);
      continue;
    }
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Process ${holder?.pid ?? 'unknown'} has been starting or stopping the database for too long. Stop the process and try again.`,
      );
    }
    if (!isLogged && holder) {
      log(`Waiting for process ${holder.pid}, which is starting or stopping the database`);
      isLogged = true;
    }
    await sleep(50);
  }
}

/** Moves the lock file aside and reads it again. If it is already the lock of another process, it is moved back. */
async function breakLock(file: string, deadHolder: ProcessIdentity): Promise<void> {
  const movedFile = `${file}.stale.${randomUUID()}`;
  try {
    await rename(file, movedFile);
  } catch {
    return; // another process has already moved the lock
  }
  const movedHolder = await readJsonFile<ProcessIdentity>(movedFile);
  if (movedHolder && (movedHolder.pid !== deadHolder.pid || movedHolder.began !== deadHolder.began)) await tryLink(movedFile, file);
  await rm(movedFile, { force: true });
}

async function tryLink(existingFile: string, newName: string): Promise<boolean> {
  try {
    await link(existingFile, newName);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
