import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { ResilientClient, type ResilientClientConfig } from '../../src/runtime/database/resilient-client.js';
import { READY, READY_AND_SHUTDOWN } from '../support/postgres-greetings.js';
import { until } from '../support/until.js';

const sockets = new Set<Socket>();
let server: Server;
let pool: Pool;
afterEach(async () => {
  await pool.end();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Starts a server that calls `greet` after the first message of a client and then sends nothing, and a pool for this server. */
async function startServerAndPool(greet: (socket: Socket) => void, config: ResilientClientConfig = {}): Promise<void> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('data', () => greet(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  pool = new Pool({ ...config, connectionString: `postgres://gateway@127.0.0.1:${port}/gateway`, Client: ResilientClient });
}

const untilPoolIsEmpty = (): Promise<unknown> =>
  until(
    () => pool.totalCount,
    (count) => count === 0,
  );

describe('a server that closes a connection right after the greeting', () => {
  const greetAndEnd = (socket: Socket): void => void socket.end(READY_AND_SHUTDOWN);

  it('lets the pool hand out the connection, and makes its next statement fail', async () => {
    await startServerAndPool(greetAndEnd);
    const client = await pool.connect();
    const connectionError = once(client, 'error'); // emitted after the server's greeting was read
    await expect(client.query('SELECT 1')).rejects.toThrow(/not queryable|terminat/);
    await connectionError;
    client.release();
    await untilPoolIsEmpty();
  });
});

describe('a server that does not respond', () => {
  const greetOnly = (socket: Socket): void => void socket.write(READY);

  it('makes the statement and the queued statements fail after the time limit, and the pool closes the connection', async () => {
    await startServerAndPool(greetOnly, { responseTimeoutMs: 50 });
    const client = await pool.connect();
    const connectionErrors: Error[] = [];
    client.on('error', (error) => connectionErrors.push(error));
    const [first, queued] = await Promise.allSettled([client.query('SELECT 1'), client.query('ROLLBACK')]);
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'ETIMEDOUT' } });
    expect(queued).toMatchObject({ status: 'rejected' });
    expect(connectionErrors).toMatchObject([{ code: 'ETIMEDOUT' }]);
    client.release();
    await untilPoolIsEmpty();
  });

  it('makes a statement of the pool fail after the time limit', async () => {
    await startServerAndPool(greetOnly, { responseTimeoutMs: 50 });
    await expect(pool.query('SELECT 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await untilPoolIsEmpty();
  });
});
