import type { DataSource, EntityManager } from 'typeorm';
import { withoutStatementTimeout } from './without-statement-timeout.js';

type Reading<Found> = (tx: EntityManager) => Promise<Found>;

/** Reads for as long as it takes, and all of it as the database was at one moment. */
export function inOneSnapshot<Found>(source: DataSource, read: Reading<Found>): Promise<Found> {
  const readOnly = async (tx: EntityManager): Promise<Found> => {
    await tx.query('SET TRANSACTION READ ONLY');
    return read(tx);
  };
  return withoutStatementTimeout(source, readOnly, 'REPEATABLE READ');
}

/**
 * The same for two at once, on a connection each: both read the same moment, and two of the server's processors have work. When no second
 * connection becomes free in the time that a caller waits for one, the second follows on the connection of the first.
 */
export async function bothInOneSnapshot<First, Second>(
  source: DataSource,
  first: Reading<First>,
  second: Reading<Second>,
): Promise<[First, Second]> {
  const snapshot = promised<string | null>();
  const hasJoined = promised<boolean>();

  // Asks for its connection first: without it there is nothing to join.
  const leading = inOneSnapshot(source, async (tx) => {
    const [exported] = await tx.query<{ name: string }[]>('SELECT pg_export_snapshot() AS name');
    snapshot.resolve(exported?.name ?? null);
    const found = await first(tx);
    return { found, followed: (await hasJoined.value) ? null : { found: await second(tx) } };
  }).finally(() => snapshot.resolve(null));

  const beside = inOneSnapshot(source, async (tx) => {
    const name = await snapshot.value;
    if (name === null) return null;
    await tx.query(`SET TRANSACTION SNAPSHOT '${name}'`);
    hasJoined.resolve(true);
    return { found: await second(tx) };
  }).finally(() => hasJoined.resolve(false));

  const [led, joined] = await Promise.allSettled([leading, beside]);
  if (led.status === 'rejected') throw led.reason;
  if (led.value.followed) return [led.value.found, led.value.followed.found];
  if (joined.status === 'rejected') throw joined.reason;
  if (!joined.value) throw new Error('Both readings ended, and only one of them has read');
  return [led.value.found, joined.value.found];
}

/** The first of several answers counts. */
function promised<Value>(): { value: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const value = new Promise<Value>((settle) => (resolve = settle));
  return { value, resolve };
}
