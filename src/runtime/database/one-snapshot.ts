import type { DataSource, EntityManager } from 'typeorm';
import { withoutStatementTimeout } from './without-statement-timeout.js';

type Reading<Result> = (tx: EntityManager) => Promise<Result>;

/** Runs `read` in one read-only snapshot of the database, without a time limit. */
export function inOneSnapshot<Result>(source: DataSource, read: Reading<Result>): Promise<Result> {
  const readOnly = async (tx: EntityManager): Promise<Result> => {
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
  const snapshotName = createDeferred<string | null>();
  /** Whether the second transaction uses the snapshot and runs the second reading. */
  const hasJoined = createDeferred<boolean>();

  // Takes its connection first and exports its snapshot for the other transaction.
  const exporting = inOneSnapshot(source, async (tx) => {
    const [row] = await tx.query<{ name: string }[]>('SELECT pg_export_snapshot() AS name');
    snapshotName.resolve(row?.name ?? null);
    const firstResult = await first(tx);
    return { firstResult, second: (await hasJoined.value) ? null : { result: await second(tx) } };
  }).finally(() => snapshotName.resolve(null));

  const importing = inOneSnapshot(source, async (tx) => {
    const name = await snapshotName.value;
    if (name === null) return null;
    await tx.query(`SET TRANSACTION SNAPSHOT '${name}'`);
    hasJoined.resolve(true);
    return { result: await second(tx) };
  }).finally(() => hasJoined.resolve(false));

  const [exported, imported] = await Promise.allSettled([exporting, importing]);
  if (exported.status === 'rejected') throw exported.reason;
  const { firstResult, second: secondOnFirstConnection } = exported.value;
  if (secondOnFirstConnection) return [firstResult, secondOnFirstConnection.result];
  if (imported.status === 'rejected') throw imported.reason;
  if (!imported.value) throw new Error('The second reading of the snapshot did not run');
  return [firstResult, imported.value.result];
}

/** A promise that can be resolved from outside. Only the first call of `resolve` has an effect. */
function createDeferred<Value>(): { value: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const value = new Promise<Value>((settle) => (resolve = settle));
  return { value, resolve };
}
