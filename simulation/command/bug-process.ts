import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BugSearch, BugFound } from './search-bug.js';

const PROGRAM = join(import.meta.dirname, '../search-bugs.ts');

/** Searches for one bug after the other. */
export interface BugProcess {
  /** @returns the invariant that found the bug; null when none did. @throws Error when the process ended without an answer. */
  search(search: BugSearch): Promise<string | null>;
  end(): Promise<void>;
}

/** A process of its own, because a planted bug and the seed's random choices are the whole process's. @param stop ends it between two steps. */
export function startBugProcess(stop: AbortSignal): BugProcess {
  const child = fork(PROGRAM);
  const exited = once(child, 'exit');
  const kill = (): void => void child.kill('SIGTERM');
  stop.addEventListener('abort', kill);
  return {
    async search(search) {
      child.send(search);
      const answered = new AbortController();
      const answer = once(child, 'message', { signal: answered.signal });
      const found = await Promise.race([answer, exited.then(() => null)]).finally(() => answered.abort());
      if (!found) throw new Error(`The process that searched for ${search.bug} ended without an answer.`);
      return (found[0] as BugFound).foundBy;
    },
    async end() {
      if (child.connected) child.disconnect();
      await exited;
      stop.removeEventListener('abort', kill);
    },
  };
}
