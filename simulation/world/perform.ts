import type { GatewayProcess } from './gateway-process.js';
import type { World } from './world.js';

/** Result of a process's work. */
export type Outcome<T> =
  | { end: 'done'; value: T }
  | { end: 'failed'; error: Error }
  /** A call waits for its delayed response. */
  | { end: 'waits' }
  | { end: 'died' };

/** Starts work in a process, and waits until the work has ended, waits for a delayed response, or the process is dead and idle. */
export async function perform<T>(world: World, process: GatewayProcess, work: () => Promise<T>): Promise<Outcome<T>> {
  const callWaits = new Promise<Outcome<T>>((resolve) => (world.calls.onWait = () => resolve({ end: 'waits' })));
  const workEnded = work().then(
    (value): Outcome<T> => ({ end: 'done', value }),
    (error: unknown): Outcome<T> => ({ end: 'failed', error: error instanceof Error ? error : new Error(String(error)) }),
  );
  const outcome = await Promise.race([workEnded, callWaits, process.death.then((): Outcome<T> => ({ end: 'died' }))]);
  await waitUntilIdle(world, process);
  return process.isAlive ? outcome : { end: 'died' };
}

/** After this many turns of the event loop without a statement or call, no further statement or call is about to start. */
const IDLE_TURNS = 4;

/** Waits until all work has ended, including work that was started without being awaited. */
export async function waitUntilIdle(world: World, process: GatewayProcess): Promise<void> {
  for (let idleTurns = 0; idleTurns < IDLE_TURNS && process.isAlive; idleTurns += 1) {
    if (!process.statements.isIdle || !world.calls.isIdle) idleTurns = -1;
    await new Promise(setImmediate);
  }
}
