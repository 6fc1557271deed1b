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

/** Something that speaks just enough of Redis to say which policy it has. */
async function startFakeRedis(policy: string): Promise<{ url: string; stop(): void }> {
  const answer = `redis_version:7.0.0\r\nmaxmemory_policy:${policy}\r\n`;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const commands = data.toString().match(/^\*\d+\r$/gm) ?? [];
      socket.write(commands.map(() => `$${answer.length}\r\n${answer}\r\n`).join(''));
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

describe('a Redis that is away', () => {
  let world: WebhookWorld | undefined;
  afterEach(() => world?.stop());

  it('stops neither the start nor a change nor the end', async () => {
    world = await startWebhookWorld({ REDIS_URL: 'redis://127.0.0.1:1' });
    const endpoint = await world.endpoint();
    for (let index = 0; index < 3; index += 1) {
      await endpoint.append();
      world.get(Outbox).wake(endpoint.serviceId);
    }
    await expect(endpoint.deliveries()).resolves.toHaveLength(3);
  });
});

/** A way to the real Redis that can be cut. */
async function startWay(to: URL): Promise<{ url: string; cut(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(to.port || 6379), to.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
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
    cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const redisUrl = process.env['TEST_REDIS_URL'];

// Told of where there is a Redis: the suite runs on PostgreSQL's queue too, which has none to lose.
const withRedis = redisUrl ? describe : (_name: string, _cases: () => void): void => undefined;

withRedis('a Redis that goes away', () => {
  it('stops neither a change nor the end', async () => {
    const way = await startWay(new URL(redisUrl ?? ''));
    const world = await startWebhookWorld({ REDIS_URL: way.url });
    const endpoint = await world.endpoint();
    const subject = await endpoint.append();
    world.get(Outbox).wake(endpoint.serviceId);
    await endpoint.settled(subject, 'acknowledged');

    way.cut();
    await endpoint.append();
    world.get(Outbox).wake(endpoint.serviceId);
    await expect(endpoint.deliveries()).resolves.toHaveLength(2);
    await world.stop();
  });
});

describe('the policy of the Redis', () => {
  const check = async (policy: string): Promise<void> => {
    const redis = await startFakeRedis(policy);
    const environment = readEnvironment({ DATABASE_URL: 'postgres://unused', ENCRYPTION_KEYS, REDIS_URL: redis.url });
    await new RedisEvictionCheck(environment, pino({ level: 'silent' })).onModuleInit().finally(() => redis.stop());
  };

  it('is refused at boot when it evicts keys, with the reason', async () => {
    await expect(check('allkeys-lru')).rejects.toThrow(/maxmemory-policy allkeys-lru; it must be noeviction/);
  });

  it('is accepted when it does not', () => check('noeviction'));
});
