import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { DatabaseConfig } from '../../config/database-settings.js';
import { Places } from './places.js';
import { requestingSide, type Side } from './requesting-side.js';

type Taken = (error: Error | undefined, client: PoolClient | undefined, release: PoolClient['release']) => void;

/**
 * Neither side takes the whole pool: when payers come in crowds, or their operators hang, partners are still answered, and the other way
 * round. One pool serves both, so that a side alone has nearly all of it.
 */
export function shareConnections(
  source: DataSource,
  { poolSize, poolSharePercent, connectionTimeoutMs }: Pick<DatabaseConfig, 'poolSize' | 'poolSharePercent' | 'connectionTimeoutMs'>,
): void {
  const share = Math.min(poolSize - 1, Math.ceil((poolSize * poolSharePercent) / 100));
  const sides: Record<Side, Places> = { partners: new Places(share, connectionTimeoutMs), payers: new Places(share, connectionTimeoutMs) };
  const pool = (source.driver as PostgresDriver).master as Pool;
  const connect = pool.connect.bind(pool) as (taken: Taken) => void;

  const connectFor = (places: Places, taken: Taken): void =>
    places.take((late) => {
      if (late) return taken(late, undefined, () => undefined);
      connect((error, client, release) => {
        if (client) {
          leavingAtRelease(places, client);
          return taken(error, client, (failure) => client.release(failure));
        }
        places.leave();
        taken(error, client, release);
      });
    });

  pool.connect = ((taken?: Taken) => {
    const side = requestingSide();
    const take = (then: Taken): void => (side ? connectFor(sides[side], then) : connect(then));
    if (taken) return take(taken);
    return new Promise<PoolClient>((resolve, reject) => take((error, client) => (client ? resolve(client) : reject(error ?? new Error()))));
  }) as Pool['connect'];
}

/** The pool makes a `release` for each time a connection is taken, which refuses to be called twice. */
function leavingAtRelease(places: Places, client: PoolClient): void {
  const release = client.release.bind(client);
  client.release = (...given) => {
    release(...given);
    places.leave();
  };
}
