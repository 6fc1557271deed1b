import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { isFree } from '../../src/runtime/database/embedded/free-port.js';

/**
 * These ports are below the ports of embedded databases, and below the ports that systems use for outgoing connections.
 * Therefore neither of them can occupy a port between its choice and its use. For the same reason each process has its own block.
 */
const [FIRST_PORT, BLOCK_SIZE, BLOCKS] = [10_000, 200, 50];

let firstPortOfBlock: Promise<number> | undefined;
let requests = 0;

/** A free port on loopback. No other test process on this machine uses the port. This process gets the port again only after 200 calls. */
export async function freePort(): Promise<number> {
  const from = await (firstPortOfBlock ??= reserveBlock());
  for (let tried = 0; tried < BLOCK_SIZE; tried += 1) {
    const port = from + (requests++ % BLOCK_SIZE);
    if (await isFree(port)) return port;
  }
  throw new Error(`There is no free port from ${from} to ${from + BLOCK_SIZE - 1} on 127.0.0.1`);
}

/** The process that listens at the first port of a block owns the block. @returns the first port */
async function reserveBlock(): Promise<number> {
  const begin = randomInt(BLOCKS);
  for (let tried = 0; tried < BLOCKS; tried += 1) {
    const from = FIRST_PORT + ((begin + tried) % BLOCKS) * BLOCK_SIZE;
    const owner = createServer().listen({ port: from, host: '127.0.0.1', exclusive: true }).unref();
    const isTaken = await once(owner, 'listening').then(
      () => false,
      () => true,
    );
    if (!isTaken) return from;
  }
  throw new Error(`All ports from ${FIRST_PORT} to ${FIRST_PORT + BLOCKS * BLOCK_SIZE - 1} on 127.0.0.1 are used by other test runs`);
}
