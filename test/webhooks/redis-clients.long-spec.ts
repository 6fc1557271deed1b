import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { RedisClients } from '../../src/runtime/queue/redis-clients.js';
import type { QueueUse } from '../../src/runtime/queue/redis-client.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

/** A string in the Redis protocol. */
const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;
/** The socket timeout of the gateway's Redis clients, as in redis-client.ts. */
const SOCKET_TIMEOUT_MS = 15_000;
const INFO = bulk('redis_version:7.0.0\r\n');

/** A server on loopback that responds to each command with the text that `respond` returns. */
class FakeRedis {
  readonly sockets = new Set<Socket>();
  received = '';
  private readonly server: Server;

  constructor(respond: (command: string) => string) {
    this.server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
      socket.on('data', (data) => {
        this.received += data.toString();
        for (const command of data.toString().split(/^(?=\*\d+\r$)/m)) socket.write(respond(command));
      });
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as AddressInfo).port;
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

let lines: string[];
let clients: RedisClients;
let servers: FakeRedis[];
let consoleErrors: jest.SpiedFunction<typeof console.error>;
beforeEach(() => {
  [lines, servers] = [[], []];
  clients = new RedisClients(pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }));
  consoleErrors = jest.spyOn(console, 'error');
});
afterEach(() => {
  clients.close();
  for (const server of servers) server.stop();
  expect(consoleErrors.mock.calls).toEqual([]);
  consoleErrors.mockRestore();
});

async function startServer(respond: (command: string) => string): Promise<{ server: FakeRedis; port: number }> {
  const server = new FakeRedis(respond);
  servers.push(server);
  return { server, port: await server.listen() };
}

function open(settings: Record<string, string>, use: QueueUse = 'consumer'): Redis {
  const { queue } = readEnvironment({ DATABASE_URL: 'postgres://unused', ENCRYPTION_KEYS, ...settings });
  return clients.open(queue, use) as Redis;
}

const openAt = (port: number, use?: QueueUse): Redis => open({ REDIS_URL: `redis://127.0.0.1:${port}` }, use);
const waitForStatus = (client: Redis, status: string): Promise<unknown> =>
  until(
    () => client.status,
    (current) => current === status,
  );

describe('closing the Redis clients', () => {
  const expectClosed = async (client: Redis): Promise<void> => {
    clients.close();
    await waitForStatus(client, 'end');
    await expect(client.connect()).rejects.toThrow('Connection is closed.');
  };

  it.each<[string, string, (command: string) => string]>([
    ['a connected client', 'ready', () => INFO],
    ['a client whose Redis accepts connections but does not respond', 'connect', () => ''],
  ])('ends %s, and its copies', async (_which, status, respond) => {
    const { server, port } = await startServer(respond);
    const client = openAt(port);
    const copy = client.duplicate({ connectionName: 'copy' });
    await waitForStatus(client, status);
    await waitForStatus(copy, status);
    await expectClosed(client);
    await expectClosed(copy);
    await until(
      () => server.sockets.size,
      (count) => count === 0,
    );
  });

  it('ends a client that waits to reconnect, and rejects its pending commands', async () => {
    const client = openAt(await freePort());
    const pending = expect(client.get('key')).rejects.toThrow('Connection is closed.');
    await waitForStatus(client, 'reconnecting');
    await expectClosed(client);
    await pending;
  });

  it('ends a client that has not been used yet', async () => {
    const { server, port } = await startServer(() => INFO);
    const client = openAt(port, 'idle');
    expect(client.status).toBe('wait');
    await expectClosed(client);
    expect(server.sockets.size).toBe(0);
  });

  it('leaves no socket timer that would keep the process running', async () => {
    const { server, port } = await startServer((command) => (command.includes('get') ? '' : INFO));
    const started = jest.spyOn(globalThis, 'setTimeout');
    const cleared = jest.spyOn(globalThis, 'clearTimeout');
    const client = openAt(port);
    await waitForStatus(client, 'ready');
    const pending = expect(client.get('key')).rejects.toThrow('Connection is closed.');
    await until(
      () => server.received,
      (commands) => commands.includes('get'),
    );
    server.stop();
    await waitForStatus(client, 'reconnecting');
    await expectClosed(client);
    await pending;
    const socketTimers = started.mock.results
      .filter((_, call) => started.mock.calls[call]?.[1] === SOCKET_TIMEOUT_MS)
      .map(({ value }) => value);
    expect(socketTimers.length).toBeGreaterThan(0);
    for (const timer of socketTimers) expect(cleared.mock.calls).toContainEqual([timer]);
    started.mockRestore();
    cleared.mockRestore();
  });
});

describe('errors of the Redis clients', () => {
  it('are logged and not written to the console', async () => {
    openAt(await freePort());
    await until(
      () => lines.join(),
      (log) => log.includes('a connection to the queue failed') && log.includes('ECONNREFUSED'),
    );
  });

  it('are logged when one of several sentinels is unreachable', async () => {
    const unreachablePort = await freePort();
    const master = await startServer(() => INFO);
    const sentinel = await startServer((command) => {
      if (command.includes('get-master-addr-by-name')) return `*2\r\n${bulk('127.0.0.1')}${bulk(String(master.port))}`;
      if (command.includes('subscribe')) return `*3\r\n${bulk('subscribe')}${bulk('+switch-master')}:1\r\n`;
      return command.includes('sentinels') ? '*0\r\n' : INFO;
    });
    const client = open({ REDIS_SENTINELS: `127.0.0.1:${sentinel.port},127.0.0.1:${unreachablePort}` });
    await waitForStatus(client, 'ready');
    await until(
      () => lines.join(),
      (log) => log.includes('a sentinel of the queue cannot be reached') && log.includes(`${unreachablePort}`),
    );
  });
});
