import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { RedisEvictionCheck } from '../../src/runtime/queue/redis-eviction-check.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that implements just enough of Redis to report its eviction policy. */
async function startFakeRedis(policy: string): Promise<{ url: string; stop(): void }> {
  const info = `redis_version:7.0.0\r\nmaxmemory_policy:${policy}\r\n`;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const commands = data.toString().match(/^\*\d+\r$/gm) ?? [];
      socket.write(commands.map(() => `$${info.length}\r\n${info}\r\n`).join(''));
    });
  });
  return {
    url: await listen(server),
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe('an unreachable Redis', () => {
  let world: WebhookWorld | undefined;
  afterEach(() => world?.stop());

  it('does not prevent the start, changes or the shutdown', async () => {
    world = await startWebhookWorld({ REDIS_URL: 'redis://127.0.0.1:1' });
    const endpoint = await world.addEndpoint();
    for (let index = 0; index < 3; index += 1) {
      await endpoint.append();
      world.get(Outbox).wake(endpoint.serviceId);
    }
    await expect(endpoint.listDeliveries()).resolves.toHaveLength(3);
  });
});

/** A proxy to the real Redis. `disconnect` makes Redis unreachable. */
async function startProxy(to: URL): Promise<{ url: string; disconnect(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(to.port || 6379), to.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => other.destroy())
        .pipe(other);
    }
  });
  return {
    url: await listen(server),
    disconnect() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const redisUrl = process.env['TEST_REDIS_URL'];

// Only with a Redis: the suite also runs with PostgreSQL's queue, which has no connection to Redis.
const describeWithRedis = redisUrl ? describe : (_name: string, _cases: () => void): void => undefined;

describeWithRedis('a Redis that becomes unreachable', () => {
  it('does not prevent changes or the shutdown', async () => {
    const proxy = await startProxy(new URL(redisUrl ?? ''));
    const world = await startWebhookWorld({ REDIS_URL: proxy.url });
    const endpoint = await world.addEndpoint();
    const subject = await endpoint.append();
    world.get(Outbox).wake(endpoint.serviceId);
    await endpoint.waitForStatuses(subject, 'acknowledged');

    proxy.disconnect();
    await endpoint.append();
    world.get(Outbox).wake(endpoint.serviceId);
    await expect(endpoint.listDeliveries()).resolves.toHaveLength(2);
    await world.stop();
  });
});

describe('the eviction policy of Redis', () => {
  const check = async (policy: string): Promise<void> => {
    const redis = await startFakeRedis(policy);
    const environment = readEnvironment({ DATABASE_URL: 'postgres://unused', ENCRYPTION_KEYS, REDIS_URL: redis.url });
    await new RedisEvictionCheck(environment, pino({ level: 'silent' })).onModuleInit().finally(() => redis.stop());
  };

  it('is rejected at the start of the process when it evicts keys, with the reason', async () => {
    await expect(check('allkeys-lru')).rejects.toThrow(/maxmemory-policy allkeys-lru\. It must be noeviction/);
  });

  it('is accepted when it evicts no keys', () => check('noeviction'));
});
