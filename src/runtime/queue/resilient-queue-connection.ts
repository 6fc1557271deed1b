import { assertSchemaCompatibility, PostgresConnection } from 'bullmq';
import { Pool, type PoolConfig } from 'pg';
import { QUEUE_SCHEMA } from '../database/schema/queue-schema.js';

/**
 * BullMQ's connections to PostgreSQL, from a pool of our own. With BullMQ's plain connections, a server that closes the listening one right
 * after accepting it would end the process.
 */
export class ResilientQueueConnection extends PostgresConnection {
  private readonly ownPool: Pool;
  private ready: Promise<void> | undefined;

  constructor(config: PoolConfig) {
    const pool = new Pool({ ...config, options: `-c search_path=${QUEUE_SCHEMA}` });
    super(pool);
    this.ownPool = pool;
  }

  /** BullMQ keeps a failed first attempt for ever: after a moment without the database there would be no queue until a restart. */
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
