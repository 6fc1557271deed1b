import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { ResilientClient, type ResilientClientConfig } from '../../src/runtime/database/resilient-client.js';
import { READY, READY_AND_GOODBYE } from '../support/postgres-greetings.js';
import { until } from '../support/until.js';

const sockets = new Set<Socket>();
let server: Server;
let pool: Pool;
afterEach(async () => {
  await pool.end();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** A server that greets and does nothing else. */
async function poolOf(greet: (socket: Socket) => void, config: ResilientClientConfig = {}): Promise<void> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('data', () => greet(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  pool = new Pool({ ...config, connectionString: `postgres://gateway@127.0.0.1:${port}/gateway`, Client: ResilientClient });
}

const isEmpty = (): Promise<unknown> =>
  until(
    () => pool.totalCount,
    (count) => count === 0,
  );

describe('a server that ends a connection in the moment it accepts it', () => {
  const inOnePacket = (socket: Socket): void => void socket.end(READY_AND_GOODBYE);

  it('is logged and does not end the caller that waits for a connection; the next statement fails', async () => {
    await poolOf(inOnePacket);
    const client = await pool.connect();
    const heard = once(client, 'error'); // later than the server spoke
    await expect(client.query('SELECT 1')).rejects.toThrow(/not queryable|terminat/);
    await heard;
    client.release();
    await isEmpty();
  });
});

describe('a server that does not answer', () => {
  const silent = (socket: Socket): void => void socket.write(READY);

  it('is given up, also by those who wait behind it, and its connection is not used again', async () => {
    await poolOf(silent, { answerWithinMs: 50 });
    const client = await pool.connect();
    const broken: Error[] = [];
    client.on('error', (error) => broken.push(error));
    const [first, behind] = await Promise.allSettled([client.query('SELECT 1'), client.query('ROLLBACK')]);
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'ETIMEDOUT' } });
    expect(behind).toMatchObject({ status: 'rejected' });
    expect(broken).toMatchObject([{ code: 'ETIMEDOUT' }]);
    client.release();
    await isEmpty();
  });

  it('is given up by a statement that takes its connection from the pool', async () => {
    await poolOf(silent, { answerWithinMs: 50 });
    await expect(pool.query('SELECT 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await isEmpty();
  });
});
