import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Environment } from '../../../runtime/config/environment.js';
import { Batcher } from '../../../runtime/database/batcher.js';
import { type NamedQuery, runNamed } from '../../../runtime/database/named-query.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { type ReadSource, ReplicaMetrics } from './replica-metrics.js';
import type { DatabaseConfig } from '../../../runtime/config/database-settings.js';
import { connectionLimits } from '../../../runtime/database/connection-limits.js';

/** Shorter than for the primary, because the primary can serve the page instead. */
const MAX_CONNECT_MS = 1_000;
const MAX_STATEMENT_MS = 2_000;

/** Connections to the replica. Undefined when no replica is configured. */
function replicaPool(config: DatabaseConfig): Pool | undefined {
  if (config.replicaUrl === undefined) return undefined;
  const pool = new Pool({
    ...connectionLimits({
      ...config,
      connectionTimeoutMs: Math.min(config.connectionTimeoutMs, MAX_CONNECT_MS),
      statementTimeoutMs: MAX_STATEMENT_MS,
    }),
    connectionString: config.replicaUrl,
    max: config.poolSize,
    application_name: 'gateway lists',
    options: '-c jit=off', // as on the primary: pages are short
  });
  pool.on('error', () => undefined); // an idle connection broke, and the next page opens a new one
  return pool;
}

/**
 * Reads the position up to which the primary has flushed its WAL. Every commit that was reported to a caller is before this position. WAL
 * after it is not flushed yet, so no replica can have received it.
 */
const POSITION: NamedQuery = { name: 'primary_position', text: 'SELECT pg_current_wal_flush_lsn()::text AS position' };

/** False on a server that is not in recovery: it may be a former primary that does not know that it was replaced. */
const CAUGHT_UP: NamedQuery = {
  name: 'replica_caught_up',
  text: 'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS caught_up',
};

const MAX_CALLERS_PER_QUERY = 1_000;
/** Pauses between checks, in milliseconds. A healthy replica is a few milliseconds behind. */
const CHECK_PAUSES_MS = [2, 5, 10, 20, 40];
/** How long the replica is not used after a failure. Otherwise each page would first wait for the replica in vain. */
const RETRY_AFTER_MS: Record<Exclude<ReadSource, 'replica'>, number> = { behind: 1_000, away: 5_000 };

/**
 * Reads from a replica that has caught up with the primary's WAL position at the time of the request. So a caller sees every change that
 * was reported to any caller before. Otherwise the page is read from the primary.
 */
@Injectable()
export class Replica implements OnModuleDestroy {
  private readonly pool: Pool | undefined;
  private readonly positionBatcher: Batcher<void, string>;
  /** Until `until` (of `performance.now()`) pages are read from the primary. */
  private avoidance: { reason: Exclude<ReadSource, 'replica'>; until: number } = { reason: 'away', until: 0 };

  constructor(
    source: DataSource,
    environment: Environment,
    private readonly metrics: ReplicaMetrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.pool = replicaPool(environment.database);
    const readPosition = async (callers: void[]): Promise<string[]> => {
      const [row] = await runNamed<{ position: string }>(source, POSITION, []);
      return callers.map(() => row?.position ?? '');
    };
    // A failure is not logged here: reading the page from the primary then fails, too, and is logged.
    this.positionBatcher = new Batcher(readPosition, MAX_CALLERS_PER_QUERY, () => undefined);
  }

  /** @returns null when the page must be read from the primary. */
  async read<T>(work: (replica: PoolClient) => Promise<T>): Promise<{ result: T } | null> {
    if (!this.pool) return null;
    if (performance.now() < this.avoidance.until) return this.usePrimary(this.avoidance.reason);
    const position = await this.positionBatcher.query();
    if (position === undefined) return null;
    try {
      const page = await this.onReplica(this.pool, position, work);
      if (!page) return this.avoidReplica('behind');
      this.metrics.count('replica');
      return page;
    } catch (error) {
      this.log.warn({ err: error }, 'the replica cannot be read, so lists are read from the primary');
      return this.avoidReplica('away');
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool?.end();
  }

  /** Checks and reads on one connection, because two connections to `DATABASE_REPLICA_URL` may lead to different replicas. */
  private async onReplica<T>(pool: Pool, position: string, work: (replica: PoolClient) => Promise<T>): Promise<{ result: T } | null> {
    const replica = await pool.connect();
    try {
      const page = (await hasCaughtUp(replica, position)) ? { result: await work(replica) } : null;
      replica.release();
      return page;
    } catch (error) {
      replica.release(true); // closes the connection
      throw error;
    }
  }

  private avoidReplica(reason: Exclude<ReadSource, 'replica'>): null {
    this.avoidance = { reason, until: performance.now() + RETRY_AFTER_MS[reason] };
    return this.usePrimary(reason);
  }

  private usePrimary(reason: Exclude<ReadSource, 'replica'>): null {
    this.metrics.count(reason);
    return null;
  }
}

async function hasCaughtUp(replica: PoolClient, position: string): Promise<boolean> {
  for (const pauseMs of [...CHECK_PAUSES_MS, 0]) {
    const { rows } = await replica.query<{ caught_up: boolean | null }>({ ...CAUGHT_UP, values: [position] });
    if (rows[0]?.caught_up) return true;
    await pause(pauseMs);
  }
  return false;
}
