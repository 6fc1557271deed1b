import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

/** Mutation tests set a shorter limit, because with a mutant many conditions do not become true. */
const PATIENCE_MS = Number(process.env['TEST_PATIENCE_MS'] ?? 180_000);
const POLL_INTERVAL_MS = 15;

/** Waits for a condition instead of a fixed time. On failure the error shows the condition and the last value. */
export async function until<T>(read: () => Promise<T> | T, holds: (value: T) => boolean, withinMs = PATIENCE_MS): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (performance.now() > deadline)
      throw new Error(
        `The condition did not become true within ${withinMs} ms: ${holds.toString()}; last seen: ${inspect(value, { depth: 4 }).slice(0, 500)}`,
      );
    await pause(POLL_INTERVAL_MS);
  }
}
