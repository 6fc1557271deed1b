import { assertSchemaCompatibility, PostgresConnection } from 'bullmq';
import { Pool, type PoolConfig } from 'pg';
import { QUEUE_SCHEMA } from '../database/schema/queue-schema.js';

/**
 * BullMQ's connections to PostgreSQL, from the gateway's own pool. With BullMQ's plain connections, the process would end when the server
 * closes the listening connection right after accepting it.
 */
export class ResilientQueueConnection extends PostgresConnection {
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
