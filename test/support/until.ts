import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

/** Under a mutant many conditions never hold. */
const PATIENCE_MS = Number(process.env['TEST_PATIENCE_MS'] ?? 180_000);

/** Waits for a condition instead of a time; fails with the condition and what it saw last. The limit is long, because a machine may be slow. */
export async function until<T>(read: () => Promise<T> | T, holds: (value: T) => boolean, withinMs = PATIENCE_MS): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (performance.now() > deadline)
      throw new Error(`Within ${withinMs} ms not true: ${holds.toString()}; last seen: ${inspect(value, { depth: 4 }).slice(0, 500)}`);
    await pause(15);
  }
}
