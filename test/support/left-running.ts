import { setTimeout as pause } from 'node:timers/promises';

const STOP_TIMEOUT_MS = 60_000;

interface RunningProgram {
  description: string;
  stop: () => Promise<void>;
}

const running = new Set<RunningProgram>();

/** Records a program that a test file has started. @returns `stop`. If the test file does not call it, the runner stops the program. */
export function registerRunning(description: string, stop: () => Promise<void>): () => Promise<void> {
  const program = { description, stop };
  running.add(program);
  return () => {
    running.delete(program);
    return stop();
  };
}

/** Stops programs that the last file left running, the latest first, so that the next file is not disturbed. @returns descriptions */
export async function stopLeftRunning(): Promise<string[]> {
  const leftRunning = [...running].reverse();
  running.clear();
  const descriptions: string[] = [];
  for (const { description, stop } of leftRunning)
    descriptions.push(
      await withTimeout(stop()).then(
        () => description,
        (error: unknown) => `${description}, which could not be stopped: ${String(error)}`,
      ),
    );
  return descriptions;
}

async function withTimeout(stopped: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const timeout = pause(STOP_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() =>
    Promise.reject(new Error(`not stopped within ${STOP_TIMEOUT_MS} ms`)),
  );
  await Promise.race([stopped, timeout]).finally(() => timer.abort());
}
