import type { GatewayProcess } from './gateway-process.js';
import type { World } from './world.js';

/** Result of a process's work. */
export type Outcome<T> =
  | { end: 'done'; value: T }
  | { end: 'failed'; error: Error }
  /** An outside party has not answered yet. */
  | { end: 'waits' }
  | { end: 'died' };

/** Starts work in a process, and waits until it is quiet: the work has ended or waits for an outside party, or the process is dead. */
export async function perform<T>(world: World, process: GatewayProcess, work: () => Promise<T>): Promise<Outcome<T>> {
  const waits = new Promise<Outcome<T>>((resolve) => (world.calls.onWait = () => resolve({ end: 'waits' })));
  const settled = work().then(
    (value): Outcome<T> => ({ end: 'done', value }),
    (error: unknown): Outcome<T> => ({ end: 'failed', error: error instanceof Error ? error : new Error(String(error)) }),
  );
  const outcome = await Promise.race([settled, waits, process.death.then((): Outcome<T> => ({ end: 'died' }))]);
  await waitUntilIdle(world, process);
  return process.alive ? outcome : { end: 'died' };
}

const TURNS = 4;

/** Work that was started without waiting for it has ended too. */
export async function waitUntilIdle(world: World, process: GatewayProcess): Promise<void> {
  for (let still = 0; still < TURNS && process.alive; still += 1) {
    if (!process.statements.isQuiet || !world.calls.isQuiet) still = -1;
    await new Promise(setImmediate);
  }
}
