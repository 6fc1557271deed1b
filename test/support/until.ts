import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

/** Under a mutant many conditions never become true. */
const PATIENCE_MS = Number(process.env['TEST_PATIENCE_MS'] ?? 180_000);

/** Waits for a condition instead of a time. Fails with the condition and its last value. The limit is long, because a machine may be slow. */
export async function until<T>(read: () => Promise<T> | T, holds: (value: T) => boolean, withinMs = PATIENCE_MS): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (performance.now() > deadline)
      throw new Error(
        `The condition did not become true within ${withinMs} ms: ${holds.toString()}; last seen: ${inspect(value, { depth: 4 }).slice(0, 500)}`,
      );
    await pause(15);
  }
}
