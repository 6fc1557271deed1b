import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import type { RateLimitStore } from './shared-rate-limiter.js';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

export interface RateLimit {
  name: string;
  points: number;
  durationSeconds: number;
}

/** Rate limits that all processes share. Keys (phone numbers, IP addresses) are stored only as hashes. */
@Injectable()
export class RateLimits {
  private readonly limiters = new Map<string, RateLimiterPostgres>();

  constructor(private readonly dataSource: DataSource) {}

  /** Uses a point. @returns seconds to wait when no point is left, otherwise null. */
  async consume(limit: RateLimit, key: string): Promise<number | null> {
    try {
      await this.limiter(limit).consume(hashKey(key));
      return null;
    } catch (error) {
      // The library throws its result when no point is left.
      if (error instanceof RateLimiterRes) return Math.ceil(error.msBeforeNext / 1000);
      throw error;
    }
  }

  /** Gives a point back that was used for a request which was not made after all. */
  async refund(limit: RateLimit, key: string): Promise<void> {
    await this.limiter(limit).reward(hashKey(key));
  }

  /** The store of a limit, from which a process takes several points with one statement. */
  store(limit: RateLimit): RateLimitStore {
    const limiter = this.limiter(limit);
    return {
      async takePoints(key, points) {
        try {
          const { msBeforeNext } = await limiter.consume(hashKey(key), points);
          return { granted: true, resetMs: msBeforeNext };
        } catch (error) {
          if (error instanceof RateLimiterRes) return { granted: false, resetMs: error.msBeforeNext };
          throw error;
        }
      },
    };
  }

  /** Uses no point. @returns seconds to wait when no point is left, otherwise null. */
  async readWaitSeconds(limit: RateLimit, key: string): Promise<number | null> {
    const state = await this.limiter(limit).get(hashKey(key));
    return state && state.consumedPoints >= limit.points && state.msBeforeNext > 0 ? Math.ceil(state.msBeforeNext / 1000) : null;
  }

  private limiter(limit: RateLimit): RateLimiterPostgres {
    const existing = this.limiters.get(limit.name);
    if (existing) return existing;
    const limiter = new RateLimiterPostgres({
      storeClient: (this.dataSource.driver as PostgresDriver).master as Pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.durationSeconds,
    });
    this.limiters.set(limit.name, limiter);
    return limiter;
  }
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
