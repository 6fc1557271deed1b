import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { SteadyClient } from '../../src/database/steady-client.js';
import { until } from '../support/until.js';

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};

/** In one packet: you are in, I am ready, and I am shutting down. */
const READY_AND_GOODBYE = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('Z', Buffer.from('I')),
  message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')),
]);

describe('a server that ends a connection in the moment it accepts it', () => {
  const sockets = new Set<Socket>();
  let server: Server;
  let pool: Pool;
  beforeEach(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).once('data', () => socket.end(READY_AND_GOODBYE));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    pool = new Pool({ connectionString: `postgres://gateway@127.0.0.1:${port}/gateway`, Client: SteadyClient });
  });
  afterEach(async () => {
    await pool.end();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is survived by whoever waits for a connection; the next statement fails', async () => {
    const client = await pool.connect(); // listens for nothing, as a library that is only about to
    await expect(client.query('SELECT 1')).rejects.toThrow(/not queryable|terminat/);
    client.release();
    await until(
      () => pool.totalCount,
      (count) => count === 0,
    );
  });
});
