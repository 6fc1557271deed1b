import { randomInt } from 'node:crypto';
import { isFree } from '../../src/runtime/database/embedded/free-port.js';

/**
 * Below the ports of embedded databases, and below those that systems hand out to outgoing connections: none of these takes a
 * port between here and the moment its user listens. Each of jest's workers has ports of its own for the same reason.
 */
const [FIRST, SHARE, SHARES] = [10_000, 1_000, 10];

const from = FIRST + (Number(process.env['JEST_WORKER_ID'] ?? 0) % SHARES) * SHARE;
let next = randomInt(SHARE); // another run on this machine begins elsewhere

/** A free port on loopback, which this function will not return again soon. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < SHARE; tried += 1) {
    const port = from + (next++ % SHARE);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port from ${from} to ${from + SHARE - 1} on 127.0.0.1`);
}
