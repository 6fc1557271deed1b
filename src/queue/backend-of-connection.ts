import { type BackendFactory, createPostgresBackend, createRedisBackend, type IQueueBackend, type QueueOptions } from 'bullmq';
import type { PoolConfig } from 'pg';

type PostgresOptions = Parameters<typeof createPostgresBackend>[1];

/**
 * BullMQ's backend for one queue or worker, by what it connects with. BullMQ has one default factory for the whole process;
 * as this one looks at each connection, gateways with different settings can live in one process.
 */
export const backendOfConnection: BackendFactory<IQueueBackend> = (name, options, extra) =>
  isPool(options.connection) ? createPostgresBackend(name, options as PostgresOptions, extra) : createRedisBackend(name, options, extra);

function isPool(connection: QueueOptions['connection'] | PoolConfig): boolean {
  return 'connectionString' in connection;
}
