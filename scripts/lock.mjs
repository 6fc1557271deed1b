import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Keeps two starts in one clone from installing or building at the same time. A lock whose process is gone is taken over. */
export async function withLock(file, work) {
  const mine = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(mine, JSON.stringify(identify(process.pid)));
  try {
    await acquire(file, mine);
  } finally {
    rmSync(mine, { force: true });
  }
  // process.exit() during the work must free the lock as well.
  const release = () => rmSync(file, { force: true });
  process.on('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function acquire(file, mine) {
  for (let told = false; ;) {
    try {
      linkSync(mine, file); // fails when the name exists, and the name never points to a half-written file
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = read(file);
    if (holder && !isAlive(holder)) {
      breakLock(file, holder);
      continue;
    }
    if (!told && holder) process.stderr.write(`Another start (pid ${holder.pid}) is installing or building here; waiting for it …\n`);
    told ||= Boolean(holder);
    await sleep(200);
  }
}

/** Moves the lock aside and checks it again, so that a lock that another start has just taken is not removed. */
function breakLock(file, dead) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    const taken = read(aside);
    if (taken && (taken.pid !== dead.pid || taken.began !== dead.began)) linkSync(aside, file);
  } catch {
    // another start was faster
  }
  rmSync(aside, { force: true });
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Identifies a process by its pid and, on Linux, its start time: the pid of a killed start may belong to another program by now. */
function identify(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return { pid, began: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] };
  } catch {
    return { pid, began: null };
  }
}

function isAlive(holder) {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return identify(holder.pid).began === holder.began;
}
