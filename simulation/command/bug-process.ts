import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BugSearch, BugSearchResult } from './search-bug.js';

const PROGRAM = join(import.meta.dirname, '../search-bugs.ts');

/** A child process that searches for bugs, one at a time. */
export interface BugProcess {
  /** @returns the invariant that found the bug; null when none did. @throws Error when the process ended without a result. */
  search(search: BugSearch): Promise<string | null>;
  end(): Promise<void>;
}

/**
 * Starts a separate process, because an injected bug and the patched randomness affect the whole process.
 * @param stopSignal ends the process between two steps.
 */
export function startBugProcess(stopSignal: AbortSignal): BugProcess {
  const child = fork(PROGRAM);
  const exited = once(child, 'exit');
  const kill = (): void => void child.kill('SIGTERM');
  stopSignal.addEventListener('abort', kill);
  return {
    async search(search) {
      child.send(search);
      const listening = new AbortController();
      const result = once(child, 'message', { signal: listening.signal });
      const message = await Promise.race([result, exited.then(() => null)]).finally(() => listening.abort());
      if (!message) throw new Error(`The process that searched for ${search.bug} ended without a result.`);
      return (message[0] as BugSearchResult).foundBy;
    },
    async end() {
      if (child.connected) child.disconnect();
      await exited;
      stopSignal.removeEventListener('abort', kill);
    },
  };
}
