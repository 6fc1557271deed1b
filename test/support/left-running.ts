import { setTimeout as pause } from 'node:timers/promises';

const STOPPED_WITHIN_MS = 60_000;

interface Running {
  what: string;
  stop: () => Promise<void>;
}

const running = new Set<Running>();

/** Remembers what a test file has started. @returns `stop`, which the file calls; if it does not, because it failed before, the runner does. */
export function untilStopped(what: string, stop: () => Promise<void>): () => Promise<void> {
  const started = { what, stop };
  running.add(started);
  return () => {
    running.delete(started);
    return stop();
  };
}

/** Stops what the file before has left, the latest first, so that it does not disturb the next file. @returns what it was. */
export async function stopWhatIsLeft(): Promise<string[]> {
  const left = [...running].reverse();
  running.clear();
  const said: string[] = [];
  for (const { what, stop } of left)
    said.push(
      await inTime(stop()).then(
        () => what,
        (error: unknown) => `${what}, which could not be stopped: ${String(error)}`,
      ),
    );
  return said;
}

async function inTime(stopped: Promise<void>): Promise<void> {
  const limit = new AbortController();
  const late = pause(STOPPED_WITHIN_MS, undefined, { signal: limit.signal }).then(() => Promise.reject(new Error('It takes too long')));
  await Promise.race([stopped, late]).finally(() => limit.abort());
}
