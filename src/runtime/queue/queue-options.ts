import type { QueueOptions } from 'bullmq';
import { Cluster } from 'ioredis';
import type { Environment } from '../config/environment.js';
import type { QueueConfig } from '../config/queue-settings.js';
import { connectionLimits } from '../database/connection-limits.js';
import { hostsAndPorts } from './hosts-and-ports.js';
import { redisLogin, sentinelLogin } from './redis-login.js';

/**
 * A producer adds jobs and must never wait for a store that is away; a consumer waits for it as long as it takes. Idle is
 * the consumer of a process that runs no worker: it never connects.
 */
export type QueueUse = 'producer' | 'consumer' | 'idle';

type Connection = QueueOptions['connection'];
export type ConnectedOptions = Pick<QueueOptions, 'connection' | 'prefix'>;

/** One of a consumer's connections does nothing but listen. */
const POOL_SIZE: Record<QueueUse, number> = { producer: 2, consumer: 5, idle: 1 };

export function queueBackend(config: QueueConfig): 'redis' | 'postgres' {
  return config.redisUrl || config.redisSentinels || config.redisClusterNodes ? 'redis' : 'postgres';
}

/** Where the queue is: the Redis that is configured, otherwise the database itself. */
export function queueOptions(
  { queue: config, database }: Pick<Environment, 'queue' | 'database'>,
  databaseUrl: string,
  use: QueueUse,
): ConnectedOptions {
  if (queueBackend(config) === 'redis') return { connection: redisConnection(config, use), prefix: config.prefix };
  const pool = {
    ...connectionLimits(database),
    connectionString: databaseUrl,
    max: POOL_SIZE[use],
    application_name: `gateway queue ${use}`,
  };
  return { connection: pool };
}

/** While Redis is away it is looked for this often, so that deliveries resume soon; BullMQ's own pauses grow to 20 seconds. */
const RETRY_EVERY_MS = 2_000;

/**
 * An answer that is due for longer than this will not come: the host hangs, or is gone without having closed its
 * connections. Longer than BullMQ's blocking reads, which take up to 10 seconds.
 */
const SILENCE_MS = 15_000;

/** Options of a client for a single Redis or for the master that sentinels watch; a cluster's client itself, which its user closes. */
function redisConnection(config: QueueConfig, use: QueueUse): Connection {
  const options = {
    ...(use === 'producer' ? { enableOfflineQueue: false, maxRetriesPerRequest: 1 } : { maxRetriesPerRequest: null }),
    connectTimeout: 5_000,
    socketTimeout: SILENCE_MS,
    retryStrategy: (times: number) => Math.min(times * 100, RETRY_EVERY_MS),
  };
  if (config.redisUrl) return { url: config.redisUrl, ...options };
  if (config.redisSentinels) {
    const sentinels = hostsAndPorts(config.redisSentinels);
    // A former master may hang with its connections open; the sentinels say when it is no longer the master.
    return { sentinels, name: config.redisSentinelName, failoverDetector: true, ...sentinelLogin(config), ...options };
  }
  return new Cluster(hostsAndPorts(config.redisClusterNodes ?? []), {
    // BullMQ gives up on a client whose first connection it asks for and does not get; one that connects by itself is waited for.
    lazyConnect: use === 'idle',
    enableOfflineQueue: use !== 'producer',
    redisOptions: {
      ...redisLogin(config),
      maxRetriesPerRequest: options.maxRetriesPerRequest,
      connectTimeout: options.connectTimeout,
      socketTimeout: SILENCE_MS,
    },
  });
}
