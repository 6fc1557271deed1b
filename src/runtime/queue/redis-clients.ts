import { type Cluster, Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { QueueConfig } from '../config/queue-settings.js';
import { type QueueUse, redisClient } from './redis-client.js';

type Client = Redis | Cluster;

/** ioredis's own message. BullMQ does not treat an error with this message as a failure. */
const CLOSED = 'Connection is closed.';

/**
 * Holds all clients of the queue's Redis and closes them with the application. BullMQ does not close them reliably: a worker that is closed
 * while Redis is unreachable may reconnect its client, which then has no listener.
 */
export class RedisClients {
  private readonly all: Client[] = [];

  constructor(private readonly log: Logger) {}

  open(config: QueueConfig, use: QueueUse): Client {
    return this.register(redisClient(config, use, this.log));
  }

  /** Closes all clients for good, in any state. */
  close(): void {
    for (const client of this.all) {
      // A client that waits for its next attempt has no connection to close, and its pending calls would wait for ever. So it must connect
      // first.
      if (client instanceof Redis) client.connect().catch(() => undefined);
      client.disconnect();
      client.connect = () => Promise.reject(new Error(CLOSED));
    }
  }

  /** Registers the client and the copies that BullMQ makes of the client. Without a listener, errors would be written to the console. */
  private register(client: Client): Client {
    client.on('error', (error) => this.log.debug({ err: error }, 'a connection to the queue failed'));
    if (client instanceof Redis) endTimeoutWithConnection(client);
    else client.on('+node', endTimeoutWithConnection);
    const duplicate = client.duplicate.bind(client) as (...values: unknown[]) => Client;
    client.duplicate = (...values: unknown[]) => this.register(duplicate(...values)) as never;
    this.all.push(client);
    return client;
  }
}

/**
 * ioredis does not stop a socket's timer when the connection closes. The timer would break the next connection or keep the process running.
 */
function endTimeoutWithConnection(redis: Redis): void {
  const client = redis as unknown as { socketTimeoutTimer: NodeJS.Timeout | undefined };
  redis.on('close', () => {
    clearTimeout(client.socketTimeoutTimer);
    client.socketTimeoutTimer = undefined;
  });
}
