import {
  assertSchemaCompatibility,
  type BackendFactory,
  createRedisBackend,
  type IQueueBackend,
  PostgresConnection,
  PostgresQueueBackend,
  type QueueOptions,
} from 'bullmq';
import { Pool, type PoolConfig } from 'pg';
import { QUEUE_SCHEMA } from '../database/schema/queue-schema.js';

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

/**
 * BullMQ's connections to PostgreSQL, from the gateway's own pool. With BullMQ's plain connections, the process would end when the server
 * closes the listening connection right after accepting it.
 */
class ResilientQueueConnection extends PostgresConnection {
  private readonly ownPool: Pool;
  private ready: Promise<void> | undefined;

  constructor(config: PoolConfig) {
    const pool = new Pool({ ...config, options: `-c search_path=${QUEUE_SCHEMA}` });
    super(pool);
    this.ownPool = pool;
  }

  /** BullMQ itself caches a failed first attempt. After a moment without the database, the queue would not work until a restart. */
  override waitUntilReady(): Promise<void> {
    this.ready ??= this.checkSchema().catch((error: unknown) => {
      this.ready = undefined;
      throw error;
    });
    return this.ready;
  }

  override async close(): Promise<void> {
    await super.close();
    if (!this.ownPool.ending) await this.ownPool.end();
  }

  private async checkSchema(): Promise<void> {
    await assertSchemaCompatibility(this.ownPool, QUEUE_SCHEMA);
    setImmediate(() => this.emit('ready'));
  }
}
