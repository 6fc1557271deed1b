import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { isFree } from '../../src/runtime/database/embedded/free-port.js';

/**
 * Below the ports of embedded databases, and below those that systems use for outgoing connections.
 * None of these can take a port before its user listens. For the same reason each process has ports of its own.
 */
const [FIRST, SHARE, SHARES] = [10_000, 200, 50];

let share: Promise<number> | undefined;
let next = 0;

/** A free port on loopback. No other test process on this machine returns this port, and this function does not return it again soon. */
export async function freePort(): Promise<number> {
  const from = await (share ??= takeShare());
  for (let tried = 0; tried < SHARE; tried += 1) {
    const port = from + (next++ % SHARE);
    if (await isFree(port)) return port;
  }
  throw new Error(`There is no free port from ${from} to ${from + SHARE - 1} on 127.0.0.1`);
}

/** The process that listens at the first port of a share owns the share. */
async function takeShare(): Promise<number> {
  const begin = randomInt(SHARES);
  for (let tried = 0; tried < SHARES; tried += 1) {
    const from = FIRST + ((begin + tried) % SHARES) * SHARE;
    const sign = createServer().listen({ port: from, host: '127.0.0.1', exclusive: true }).unref();
    const isTaken = await once(sign, 'listening').then(
      () => false,
      () => true,
    );
    if (!isTaken) return from;
  }
  throw new Error(`All ports from ${FIRST} to ${FIRST + SHARES * SHARE - 1} on 127.0.0.1 are used by other test runs`);
}
