import type { QueueOptions } from 'bullmq';
import type { Environment } from '../config/environment.js';
import type { QueueConfig } from '../config/queue-settings.js';
import { connectionLimits } from '../database/connection-limits.js';
import type { QueueUse } from './redis-client.js';
import type { RedisClients } from './redis-clients.js';

export type ConnectedOptions = Pick<QueueOptions, 'connection' | 'prefix'>;

/** Maximum number of connections to PostgreSQL. A consumer uses one of its connections only to listen for jobs. */
const POOL_SIZE: Record<QueueUse, number> = { producer: 2, consumer: 5, idle: 1 };

export function queueBackend(config: QueueConfig): 'redis' | 'postgres' {
  return config.redisUrl || config.redisSentinels || config.redisClusterNodes ? 'redis' : 'postgres';
}

/**
 * Connection options of the queue: the configured Redis, otherwise the database itself.
 * @param clients stores the Redis client, which BullMQ does not close.
 */
export function queueOptions(
  { queue: config, database }: Pick<Environment, 'queue' | 'database'>,
  databaseUrl: string,
  use: QueueUse,
  clients: RedisClients,
): ConnectedOptions {
  if (queueBackend(config) === 'redis') return { connection: clients.open(config, use), prefix: config.prefix };
  const pool = {
    ...connectionLimits(database),
    connectionString: databaseUrl,
    max: POOL_SIZE[use],
    application_name: `gateway queue ${use}`,
  };
  return { connection: pool };
}
