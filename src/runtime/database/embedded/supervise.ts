import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../../../common/errors/error-shape.js';

export interface SupervisedServer {
  isRunning(): Promise<boolean>;
  /** @throws when the server cannot be started now. */
  startAgain(): Promise<void>;
  log(line: string): void;
}

const CHECK_INTERVAL_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/**
 * Starts the server again when it ends while the gateway runs, for example because it was killed for its memory use or because the disk was
 * full. The pauses between failed attempts grow.
 * @returns a function that ends the supervision and waits for a running start.
 */
export function supervise(server: SupervisedServer): () => Promise<void> {
  const controller = new AbortController();
  const supervision = superviseUntil(controller.signal, server);
  return async () => {
    controller.abort();
    await supervision;
  };
}

async function superviseUntil(signal: AbortSignal, server: SupervisedServer): Promise<void> {
  let pauseMs = CHECK_INTERVAL_MS;
  for (;;) {
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined); // when aborted, the next line returns
    if (signal.aborted) return;
    pauseMs = (await ensureRunning(server)) ? CHECK_INTERVAL_MS : Math.min(pauseMs * 2, MAX_PAUSE_MS);
  }
}

async function ensureRunning(server: SupervisedServer): Promise<boolean> {
  try {
    if (await server.isRunning()) return true;
    server.log('The database has ended and is started again');
    await server.startAgain();
    server.log('The database runs again');
    return true;
  } catch (error) {
    server.log(`The database could not be started again, will retry: ${reasonOf(error)}`);
    return false;
  }
}
