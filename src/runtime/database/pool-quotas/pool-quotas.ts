import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { DatabaseConfig } from '../../config/database-settings.js';
import { KeyedSemaphores } from '../../concurrency/keyed-semaphore.js';
import { BoundedSemaphore } from '../../concurrency/bounded-semaphore.js';
import { currentRequester, type Requester, type TrafficClass } from './requester.js';

type Taken = (error: Error | undefined, client: PoolClient | undefined, release: PoolClient['release']) => void;
type Shares = Pick<DatabaseConfig, 'poolSize' | 'poolSharePercent' | 'poolCallerSharePercent' | 'connectionTimeoutMs'>;

/** Waiting requests of one caller, per connection that it may have. They take about a second. */
const MAX_WAITING = 80;

/** The connections that a side may use, and those that each of its callers may use of them. */
class SideShare {
  private readonly semaphore: BoundedSemaphore;
  private readonly callers: KeyedSemaphores;

  constructor({ poolSize, poolSharePercent, poolCallerSharePercent, connectionTimeoutMs: patienceMs }: Shares) {
    const semaphore = Math.min(poolSize - 1, Math.ceil((poolSize * poolSharePercent) / 100));
    this.semaphore = new BoundedSemaphore({ places: semaphore, patienceMs });
    const ofCaller = Math.max(1, Math.floor((semaphore * poolCallerSharePercent) / 100));
    this.callers = new KeyedSemaphores({ places: ofCaller, patienceMs, mostWaiting: ofCaller * MAX_WAITING });
  }

  /** @param begin gets a function that frees the place again, or the reason why there is none. */
  take({ caller, isRefusable }: Requester, begin: (refusal: Error | null, leave: () => void) => void): void {
    const leaveCaller = (): void => this.callers.leave(caller);
    this.callers.take(
      caller,
      (refusal) => {
        if (refusal) return begin(refusal, () => undefined);
        this.semaphore.take((late) => {
          if (late) {
            leaveCaller();
            return begin(late, () => undefined);
          }
          begin(null, () => {
            this.semaphore.leave();
            leaveCaller();
          });
        });
      },
      isRefusable,
    );
  }
}

/**
 * Keeps each side from taking the whole pool: when payers come in crowds or their operators hang, partners are still answered, and the other
 * way round. Nor can one caller take all connections of a side. It is one pool, so a side alone can use nearly all of it.
 */
export function applyPoolQuotas(source: DataSource, config: Shares): void {
  const sides: Record<TrafficClass, SideShare> = { partners: new SideShare(config), payers: new SideShare(config) };
  const pool = (source.driver as PostgresDriver).master as Pool;
  const connect = pool.connect.bind(pool) as (taken: Taken) => void;

  const connectFor = (who: Requester, taken: Taken): void =>
    sides[who.side].take(who, (refusal, leave) => {
      if (refusal) return taken(refusal, undefined, () => undefined);
      connect((error, client, release) => {
        if (client) {
          who.isRefusable = false;
          leavingAtRelease(leave, client);
          return taken(error, client, (failure) => client.release(failure));
        }
        leave();
        taken(error, client, release);
      });
    });

  pool.connect = ((taken?: Taken) => {
    const who = currentRequester();
    const take = (then: Taken): void => (who ? connectFor(who, then) : connect(then));
    if (taken) return take(taken);
    return new Promise<PoolClient>((resolve, reject) => take((error, client) => (client ? resolve(client) : reject(error ?? new Error()))));
  }) as Pool['connect'];
}

/** The pool makes a new `release` each time a connection is taken, which throws when it is called twice. */
function leavingAtRelease(leave: () => void, client: PoolClient): void {
  const release = client.release.bind(client);
  client.release = (...given) => {
    release(...given);
    leave();
  };
}
