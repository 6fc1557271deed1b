import { type BackendFactory, createRedisBackend, type IQueueBackend, PostgresQueueBackend, type QueueOptions } from 'bullmq';
import type { PoolConfig } from 'pg';
import { ResilientQueueConnection } from './resilient-queue-connection.js';

/**
 * BullMQ's backend for one queue or worker, by what it connects with. BullMQ has one default factory for the whole process;
 * as this one looks at each connection, gateways with different settings can live in one process.
 */
export const backendOfConnection: BackendFactory<IQueueBackend> = (name, options, extra) => {
  const { connection } = options;
  if (!isPool(connection)) return createRedisBackend(name, options, extra);
  const steady = new ResilientQueueConnection(connection);
  return new PostgresQueueBackend(steady, name, { ...options, connection: steady.pool });
};

function isPool(connection: QueueOptions['connection'] | PoolConfig): connection is PoolConfig {
  return 'connectionString' in connection;
}
