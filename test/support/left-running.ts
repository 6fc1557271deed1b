import { setTimeout as pause } from 'node:timers/promises';

const STOPPED_WITHIN_MS = 60_000;

interface Running {
  what: string;
  stop: () => Promise<void>;
}

const running = new Set<Running>();

/** Records what a test file has started. @returns `stop`. If the file fails before it calls `stop`, the runner stops the program. */
export function untilStopped(what: string, stop: () => Promise<void>): () => Promise<void> {
  const started = { what, stop };
  running.add(started);
  return () => {
    running.delete(started);
    return stop();
  };
}

/** Stops what the last file left running, the latest first, so that the next file is not disturbed. @returns descriptions of what was stopped. */
export async function stopWhatIsLeft(): Promise<string[]> {
  const leftRunning = [...running].reverse();
  running.clear();
  const descriptions: string[] = [];
  for (const { what, stop } of leftRunning)
    descriptions.push(
      await inTime(stop()).then(
        () => what,
        (error: unknown) => `${what}, which could not be stopped: ${String(error)}`,
      ),
    );
  return descriptions;
}

async function inTime(stopped: Promise<void>): Promise<void> {
  const limit = new AbortController();
  const late = pause(STOPPED_WITHIN_MS, undefined, { signal: limit.signal }).then(() =>
    Promise.reject(new Error(`not stopped within ${STOPPED_WITHIN_MS} ms`)),
  );
  await Promise.race([stopped, late]).finally(() => limit.abort());
}
