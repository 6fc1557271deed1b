import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../../common/errors/error-shape.js';
import { EmbeddedPostgresError } from './errors.js';
import { chownToFolderOwner, readJsonFile } from './files.js';
import { identifyThisProcess, isAlive, ProcessIdentity } from './process-identity.js';

const PATIENCE_MS = 120_000;

/** Lets one process at a time start or stop the server. A lock whose process died is taken over. */
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
  const deadline = performance.now() + PATIENCE_MS;
  let told = false;
  // link() is atomic: it fails when the name exists, and the name never points to a half-written file.
  while (!(await linked(mine, file))) {
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
    if (!told && holder) {
      log(`Waiting for process ${holder.pid}, which is starting or stopping the database`);
      told = true;
    }
    await sleep(50);
  }
}

/** Moves the lock aside and looks again, so that two processes cannot remove the lock that one of them has just taken. */
async function breakLock(file: string, dead: ProcessIdentity): Promise<void> {
  const aside = `${file}.stale.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return; // another process was quicker
  }
  const taken = await readJsonFile<ProcessIdentity>(aside);
  if (taken && (taken.pid !== dead.pid || taken.began !== dead.began)) await linked(aside, file);
  await rm(aside, { force: true });
}

async function linked(existing: string, name: string): Promise<boolean> {
  try {
    await link(existing, name);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
