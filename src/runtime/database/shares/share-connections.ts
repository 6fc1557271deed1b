import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { DatabaseConfig } from '../../config/database-settings.js';
import { KeyedPlaces } from '../../places/keyed-places.js';
import { Places } from '../../places/places.js';
import { requester, type Requester, type Side } from './requesting-side.js';

type Taken = (error: Error | undefined, client: PoolClient | undefined, release: PoolClient['release']) => void;
type Shares = Pick<DatabaseConfig, 'poolSize' | 'poolSharePercent' | 'poolCallerSharePercent' | 'connectionTimeoutMs'>;

/** Of one caller, for each connection that he may have: they are done within a second or so. */
const MOST_WAITING = 80;

/** The places of a side, and those that each of its callers may have of them. */
class SideShare {
  private readonly places: Places;
  private readonly callers: KeyedPlaces;

  constructor({ poolSize, poolSharePercent, poolCallerSharePercent, connectionTimeoutMs: patienceMs }: Shares) {
    const places = Math.min(poolSize - 1, Math.ceil((poolSize * poolSharePercent) / 100));
    this.places = new Places({ places, patienceMs });
    const ofCaller = Math.max(1, Math.floor((places * poolCallerSharePercent) / 100));
    this.callers = new KeyedPlaces({ places: ofCaller, patienceMs, mostWaiting: ofCaller * MOST_WAITING });
  }

  /** @param begin is given what leaves the place again; or why there is none. */
  take({ caller, isRefusable }: Requester, begin: (refusal: Error | null, leave: () => void) => void): void {
    const leaveCaller = (): void => this.callers.leave(caller);
    this.callers.take(
      caller,
      (refusal) => {
        if (refusal) return begin(refusal, () => undefined);
        this.places.take((late) => {
          if (late) {
            leaveCaller();
            return begin(late, () => undefined);
          }
          begin(null, () => {
            this.places.leave();
            leaveCaller();
          });
        });
      },
      isRefusable,
    );
  }
}

/**
 * Neither side takes the whole pool: when payers come in crowds, or their operators hang, partners are still answered, and the other way
 * round. No caller takes the whole of a side either. One pool serves all, so that a side alone has nearly all of it.
 */
export function shareConnections(source: DataSource, config: Shares): void {
  const sides: Record<Side, SideShare> = { partners: new SideShare(config), payers: new SideShare(config) };
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
    const who = requester();
    const take = (then: Taken): void => (who ? connectFor(who, then) : connect(then));
    if (taken) return take(taken);
    return new Promise<PoolClient>((resolve, reject) => take((error, client) => (client ? resolve(client) : reject(error ?? new Error()))));
  }) as Pool['connect'];
}

/** The pool makes a `release` for each time a connection is taken, which refuses to be called twice. */
function leavingAtRelease(leave: () => void, client: PoolClient): void {
  const release = client.release.bind(client);
  client.release = (...given) => {
    release(...given);
    leave();
  };
}
