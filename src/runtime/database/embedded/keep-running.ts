import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../../../common/errors/error-shape.js';

export interface KeptServer {
  isRunning(): Promise<boolean>;
  /** @throws when it cannot be started now. */
  startAgain(): Promise<void>;
  log(line: string): void;
}

const LOOK_EVERY_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Starts the server again when it ends under a running gateway: killed for its memory, or by itself because its disk was full.
 * A server that does not start is tried again after ever longer pauses.
 * @returns ends the watch; resolves when nothing is being started any more.
 */
export function keepRunning(server: KeptServer): () => Promise<void> {
  const end = new AbortController();
  const watch = watchUntil(end.signal, server);
  return async () => {
    end.abort();
    await watch;
  };
}

async function watchUntil(ended: AbortSignal, server: KeptServer): Promise<void> {
  let pause = LOOK_EVERY_MS;
  for (;;) {
    await sleep(pause, undefined, { signal: ended, ref: false }).catch(() => undefined); // aborted: the next line ends it
    if (ended.aborted) return;
    pause = (await isThere(server)) ? LOOK_EVERY_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

async function isThere(server: KeptServer): Promise<boolean> {
  try {
    if (await server.isRunning()) return true;
    server.log('The database ended and is started again');
    await server.startAgain();
    server.log('The database runs again');
    return true;
  } catch (error) {
    server.log(`The database could not be started again and is tried later: ${reasonOf(error)}`);
    return false;
  }
}
