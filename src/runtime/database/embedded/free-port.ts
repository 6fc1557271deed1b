import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { EmbeddedPostgresError } from './errors.js';

/** Below the ports of outgoing connections, so that no outgoing connection uses the port when the gateway starts again. */
const PORT_RANGE = { from: 20_000, to: 32_000 };

const MAX_ATTEMPTS = 100;

export async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const port = randomInt(PORT_RANGE.from, PORT_RANGE.to);
    if (await isFree(port)) return port;
  }
  throw new EmbeddedPostgresError(`No free port between ${PORT_RANGE.from} and ${PORT_RANGE.to} on 127.0.0.1 for the database.`);
}
