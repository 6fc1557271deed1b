import { type BackendFactory, createRedisBackend, type IQueueBackend, PostgresQueueBackend, type QueueOptions } from 'bullmq';
import type { PoolConfig } from 'pg';
import { ResilientQueueConnection } from './resilient-queue-connection.js';

/**
 * Chooses BullMQ's backend by the connection of each queue or worker. BullMQ has one default factory per process. With this factory,
 * gateways with different settings can run in one process (tests).
 */
export const backendOfConnection: BackendFactory<IQueueBackend> = (name, options, extra) => {
  const { connection } = options;
  if (!isPool(connection)) return createRedisBackend(name, options, extra);
  const resilient = new ResilientQueueConnection(connection);
  return new PostgresQueueBackend(resilient, name, { ...options, connection: resilient.pool });
};

function isPool(connection: QueueOptions['connection'] | PoolConfig): connection is PoolConfig {
  return 'connectionString' in connection;
}
