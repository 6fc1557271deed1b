import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { isFree } from '../../src/runtime/database/embedded/free-port.js';

/**
 * Below the ports of embedded databases, and below those that systems hand out to outgoing connections: none of these takes a
 * port between here and the moment its user listens. Each process has ports of its own for the same reason.
 */
const [FIRST, SHARE, SHARES] = [10_000, 200, 50];

let share: Promise<number> | undefined;
let next = 0;

/** A free port on loopback, which no other process of tests on this machine returns, and this function will not return again soon. */
export async function freePort(): Promise<number> {
  const from = await (share ??= takeShare());
  for (let tried = 0; tried < SHARE; tried += 1) {
    const port = from + (next++ % SHARE);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port from ${from} to ${from + SHARE - 1} on 127.0.0.1`);
}

/** A share is whose process listens at its first port. */
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
  throw new Error(`All ports from ${FIRST} to ${FIRST + SHARES * SHARE - 1} on 127.0.0.1 belong to other runs`);
}
