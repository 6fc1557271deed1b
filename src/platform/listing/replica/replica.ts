import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Environment } from '../../../runtime/config/environment.js';
import { Batcher } from '../../../runtime/database/batcher.js';
import { type NamedQuery, runNamed } from '../../../runtime/database/named-query.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { type ReadSource, ReplicaMetrics } from './replica-metrics.js';
import { replicaPool } from './replica-pool.js';

/** Every change that a caller was told about is before it. Uncommitted work, which no replica can have, may be after it. */
const POSITION: NamedQuery = { name: 'primary_position', text: 'SELECT pg_current_wal_flush_lsn()::text AS position' };

/** False on a server that is not in recovery: it may be an old primary that does not know of its demotion. */
const CAUGHT_UP: NamedQuery = {
  name: 'replica_caught_up',
  text: 'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS caught_up',
};

const CALLERS_AT_ONCE = 1_000;
/** Pauses between looks, in milliseconds: a healthy replica is a few milliseconds behind. */
const LOOKS = [2, 5, 10, 20, 40];
/** How long the replica is not asked again, so that not every page waits in vain. */
const RESTS_MS: Record<Exclude<ReadSource, 'replica'>, number> = { behind: 1_000, away: 5_000 };

/**
 * Reads from a replica that has caught up with the primary's position at the time of the request, so callers see every change that anyone was
 * told about before. Otherwise the primary reads.
 */
@Injectable()
export class Replica implements OnModuleDestroy {
  private readonly pool: Pool | undefined;
  private readonly position: Batcher<void, string>;
  private resting: { because: Exclude<ReadSource, 'replica'>; until: number } = { because: 'away', until: 0 };

  constructor(
    source: DataSource,
    environment: Environment,
    private readonly metrics: ReplicaMetrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.pool = replicaPool(environment.database);
    const ask = async (callers: void[]): Promise<string[]> => {
      const [row] = await runNamed<{ position: string }>(source, POSITION, []);
      return callers.map(() => row?.position ?? '');
    };
    this.position = new Batcher(ask, CALLERS_AT_ONCE, () => undefined); // a failing primary fails the page, too, and is reported there
  }

  /** @returns null when the primary has to read. */
  async read<T>(work: (replica: PoolClient) => Promise<T>): Promise<{ read: T } | null> {
    if (!this.pool) return null;
    if (performance.now() < this.resting.until) return this.leave(this.resting.because);
    const position = await this.position.ask();
    if (position === undefined) return null;
    try {
      const read = await this.onReplica(this.pool, position, work);
      if (!read) return this.rest('behind');
      this.metrics.count('replica');
      return read;
    } catch (error) {
      this.log.warn({ err: error }, 'the replica cannot be read; lists are read from the primary');
      return this.rest('away');
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool?.end();
  }

  /** Looks and reads on one connection, because an address may have several replicas behind it. */
  private async onReplica<T>(pool: Pool, position: string, work: (replica: PoolClient) => Promise<T>): Promise<{ read: T } | null> {
    const replica = await pool.connect();
    try {
      const read = (await catchesUp(replica, position)) ? { read: await work(replica) } : null;
      replica.release();
      return read;
    } catch (error) {
      replica.release(true);
      throw error;
    }
  }

  private rest(because: Exclude<ReadSource, 'replica'>): null {
    this.resting = { because, until: performance.now() + RESTS_MS[because] };
    return this.leave(because);
  }

  private leave(because: Exclude<ReadSource, 'replica'>): null {
    this.metrics.count(because);
    return null;
  }
}

async function catchesUp(replica: PoolClient, position: string): Promise<boolean> {
  for (const wait of [...LOOKS, 0]) {
    const { rows } = await replica.query<{ caught_up: boolean | null }>({ ...CAUGHT_UP, values: [position] });
    if (rows[0]?.caught_up) return true;
    await pause(wait);
  }
  return false;
}
