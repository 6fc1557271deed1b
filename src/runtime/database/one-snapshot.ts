import type { DataSource, EntityManager } from 'typeorm';
import { withoutStatementTimeout } from './without-statement-timeout.js';

type Reading<Found> = (tx: EntityManager) => Promise<Found>;

/** Runs `read` in one read-only snapshot of the database, without a time limit. */
export function inOneSnapshot<Found>(source: DataSource, read: Reading<Found>): Promise<Found> {
  const readOnly = async (tx: EntityManager): Promise<Found> => {
    await tx.query('SET TRANSACTION READ ONLY');
    return read(tx);
  };
  return withoutStatementTimeout(source, readOnly, 'REPEATABLE READ');
}

/**
 * Runs two readings concurrently in the same snapshot, each on its own connection, so that the server uses two processors. When no second
 * connection becomes free in time, the second reading runs on the first connection, after the first reading.
 */
export async function bothInOneSnapshot<First, Second>(
  source: DataSource,
  first: Reading<First>,
  second: Reading<Second>,
): Promise<[First, Second]> {
  const snapshot = deferred<string | null>();
  const hasJoined = deferred<boolean>();

  // Takes its connection first and exports its snapshot for the other transaction.
  const leading = inOneSnapshot(source, async (tx) => {
    const [exported] = await tx.query<{ name: string }[]>('SELECT pg_export_snapshot() AS name');
    snapshot.resolve(exported?.name ?? null);
    const found = await first(tx);
    return { found, followed: (await hasJoined.value) ? null : { found: await second(tx) } };
  }).finally(() => snapshot.resolve(null));

  const joining = inOneSnapshot(source, async (tx) => {
    const name = await snapshot.value;
    if (name === null) return null;
    await tx.query(`SET TRANSACTION SNAPSHOT '${name}'`);
    hasJoined.resolve(true);
    return { found: await second(tx) };
  }).finally(() => hasJoined.resolve(false));

  const [led, joined] = await Promise.allSettled([leading, joining]);
  if (led.status === 'rejected') throw led.reason;
  if (led.value.followed) return [led.value.found, led.value.followed.found];
  if (joined.status === 'rejected') throw joined.reason;
  if (!joined.value) throw new Error('The second reading of the snapshot did not run');
  return [led.value.found, joined.value.found];
}

/** A promise that can be resolved from outside. Only the first call of `resolve` has an effect. */
function deferred<Value>(): { value: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const value = new Promise<Value>((settle) => (resolve = settle));
  return { value, resolve };
}
