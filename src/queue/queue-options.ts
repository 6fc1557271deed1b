import type { QueueOptions } from 'bullmq';
import { Cluster } from 'ioredis';
import type { QueueConfig } from '../config/namespaces.js';
import { hostsAndPorts } from './hosts-and-ports.js';

/** Schema of BullMQ's tables when the queue runs on PostgreSQL. */
export const QUEUE_SCHEMA = 'bullmq';

/** A producer adds jobs and must never wait for a store that is away; a consumer waits for it as long as it takes. */
export type QueueUse = 'producer' | 'consumer';

type Connection = QueueOptions['connection'];
export type ConnectedOptions = Pick<QueueOptions, 'connection' | 'prefix'>;

const POOL_SIZE: Record<QueueUse, number> = { producer: 2, consumer: 4 };

export function queueBackend(config: QueueConfig): 'redis' | 'postgres' {
  return config.redisUrl || config.redisSentinels || config.redisClusterNodes ? 'redis' : 'postgres';
}

/** Where the queue is: the Redis that is configured, otherwise the database itself. */
export function queueOptions(config: QueueConfig, databaseUrl: string, use: QueueUse): ConnectedOptions {
  if (queueBackend(config) === 'redis') return { connection: redisConnection(config, use), prefix: config.prefix };
  const pool = { connectionString: databaseUrl, schema: QUEUE_SCHEMA, max: POOL_SIZE[use], application_name: `gateway queue ${use}` };
  return { connection: pool };
}

/** Options of a client for a single Redis or for the master that sentinels watch; a cluster's client itself, which its user closes. */
function redisConnection(config: QueueConfig, use: QueueUse): Connection {
  const options = use === 'producer' ? { enableOfflineQueue: false, maxRetriesPerRequest: 1 } : { maxRetriesPerRequest: null };
  if (config.redisUrl) return { url: config.redisUrl, ...options };
  if (config.redisSentinels) return { sentinels: hostsAndPorts(config.redisSentinels), name: config.redisSentinelName, ...options };
  return new Cluster(hostsAndPorts(config.redisClusterNodes ?? []), {
    lazyConnect: true, // the api role makes no worker, so its consumer never connects
    enableOfflineQueue: use === 'consumer',
    redisOptions: { maxRetriesPerRequest: options.maxRetriesPerRequest },
  });
}
