import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { DatabaseConfig } from '../../config/database-settings.js';
import { KeyedSemaphores } from '../../concurrency/keyed-semaphore.js';
import { BoundedSemaphore } from '../../concurrency/bounded-semaphore.js';
import { currentRequester, type Requester, type TrafficClass } from './requester.js';

type OnConnected = (error: Error | undefined, client: PoolClient | undefined, release: PoolClient['release']) => void;
type QuotaConfig = Pick<DatabaseConfig, 'poolSize' | 'poolSharePercent' | 'poolCallerSharePercent' | 'connectionTimeoutMs'>;

/** Waiting requests of one caller, per connection of the caller's quota. A full queue takes about a second. */
const MAX_WAITING_PER_CONNECTION = 80;

/** The connections that a traffic class may use, and how many of them each caller may use. */
class ClassQuota {
  private readonly semaphore: BoundedSemaphore;
  private readonly callers: KeyedSemaphores;

  constructor({ poolSize, poolSharePercent, poolCallerSharePercent, connectionTimeoutMs }: QuotaConfig) {
    // One connection always stays free for the other class.
    const classLimit = Math.min(poolSize - 1, Math.ceil((poolSize * poolSharePercent) / 100));
    this.semaphore = new BoundedSemaphore({ permits: classLimit, timeoutMs: connectionTimeoutMs });
    const callerLimit = Math.max(1, Math.floor((classLimit * poolCallerSharePercent) / 100));
    this.callers = new KeyedSemaphores({
      permits: callerLimit,
      timeoutMs: connectionTimeoutMs,
      maxWaiting: callerLimit * MAX_WAITING_PER_CONNECTION,
    });
  }

  /**
   * Acquires a permit of the caller and one of the traffic class. @param callback gets a function that releases both permits, or an error.
   */
  acquire({ caller, isRejectable }: Requester, callback: (error: Error | null, free: () => void) => void): void {
    const freeCallerPermit = (): void => this.callers.release(caller);
    this.callers.acquire(
      caller,
      (callerError) => {
        if (callerError) return callback(callerError, () => undefined);
        this.semaphore.acquire((classError) => {
          if (classError) {
            freeCallerPermit();
            return callback(classError, () => undefined);
          }
          callback(null, () => {
            this.semaphore.release();
            freeCallerPermit();
          });
        });
      },
      isRejectable,
    );
  }
}

/**
 * Prevents one traffic class from using the whole pool. When many payers arrive or operators hang, requests of partners still get
 * connections, and the other way round. One caller cannot use all connections of a traffic class either. There is only one pool, so one
 * traffic class can use most of it while the other is idle.
 */
export function applyPoolQuotas(source: DataSource, config: QuotaConfig): void {
  const quotas: Record<TrafficClass, ClassQuota> = { partners: new ClassQuota(config), payers: new ClassQuota(config) };
  const pool = (source.driver as PostgresDriver).master as Pool;
  const connect = pool.connect.bind(pool) as (onConnected: OnConnected) => void;

  const connectFor = (requester: Requester, onConnected: OnConnected): void =>
    quotas[requester.trafficClass].acquire(requester, (quotaError, free) => {
      if (quotaError) return onConnected(quotaError, undefined, () => undefined);
      connect((error, client, release) => {
        if (client) {
          requester.isRejectable = false;
          freeAtRelease(free, client);
          return onConnected(error, client, (failure) => client.release(failure));
        }
        free();
        onConnected(error, client, release);
      });
    });

  pool.connect = ((onConnected?: OnConnected) => {
    const requester = currentRequester();
    const connectWithQuota = (callback: OnConnected): void => (requester ? connectFor(requester, callback) : connect(callback));
    if (onConnected) return connectWithQuota(onConnected);
    return new Promise<PoolClient>((resolve, reject) =>
      connectWithQuota((error, client) => (client ? resolve(client) : reject(error ?? new Error()))),
    );
  }) as Pool['connect'];
}

/**
 * Frees the permits when the connection is released. They are freed only once: the pool creates a new `release` each time it hands out a
 * connection, and that `release` throws when it is called twice.
 */
function freeAtRelease(free: () => void, client: PoolClient): void {
  const release = client.release.bind(client);
  client.release = (...parameters) => {
    release(...parameters);
    free();
  };
}
