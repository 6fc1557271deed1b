import { type Cluster, Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { QueueConfig } from '../config/queue-settings.js';
import type { QueueUse } from './queue-use.js';
import { redisClient } from './redis-client.js';

type Client = Redis | Cluster;

/** As ioredis says it: BullMQ takes it for an end, not for a fault. */
const CLOSED = 'Connection is closed.';

/**
 * All clients of the queue's Redis, so that none outlives the application. BullMQ cannot be left with it: a worker that is closed while it
 * still waits for a Redis that is away may connect its client again, and from then on that one has no listener.
 */
export class RedisClients {
  private readonly all: Client[] = [];

  constructor(private readonly log: Logger) {}

  open(config: QueueConfig, use: QueueUse): Client {
    return this.keep(redisClient(config, use, this.log));
  }

  /** For good, whatever state they are in. */
  close(): void {
    for (const client of this.all) {
      // One that waits for its next attempt has no connection that could end: what waits for an answer of it would do so for ever.
      if (client instanceof Redis) client.connect().catch(() => undefined);
      client.disconnect();
      client.connect = () => Promise.reject(new Error(CLOSED));
    }
  }

  /** This one and whatever BullMQ copies from it. Errors without a listener are written to the console. */
  private keep(client: Client): Client {
    client.on('error', (error) => this.log.debug({ err: error }, 'a connection to the queue failed'));
    if (client instanceof Redis) endTimeoutWithConnection(client);
    else client.on('+node', endTimeoutWithConnection);
    const duplicate = client.duplicate.bind(client) as (...values: unknown[]) => Client;
    client.duplicate = (...values: unknown[]) => this.keep(duplicate(...values)) as never;
    this.all.push(client);
    return client;
  }
}

/** ioredis lets a socket's time-out run on when the connection has closed: it would break the next one, or keep the process from ending. */
function endTimeoutWithConnection(redis: Redis): void {
  const client = redis as unknown as { socketTimeoutTimer: NodeJS.Timeout | undefined };
  redis.on('close', () => {
    clearTimeout(client.socketTimeoutTimer);
    client.socketTimeoutTimer = undefined;
  });
}
