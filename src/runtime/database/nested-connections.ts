import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** Set within a transaction. `open` becomes false when the transaction ends, because code may still run in its context. */
const currentTransaction = new AsyncLocalStorage<{ open: boolean }>();

export class NestedConnectionError extends Error {
  constructor() {
    super(
      'A transaction takes a second connection. When all connections of the pool are used like this, their transactions block each other forever. ' +
        "Use the transaction's EntityManager.",
    );
    this.name = 'NestedConnectionError';
  }
}

/**
 * Detects code that takes a second connection within a transaction. Such transactions could wait for each other's connections for ever.
 * Code within a transaction must use the transaction's `EntityManager`.
 * @param onNestedConnection called when code takes a second connection. It may throw.
 */
export function forbidNestedConnections(source: DataSource, onNestedConnection: (error: NestedConnectionError) => void): void {
  const pool = (source.driver as PostgresDriver).master as Pool;
  const connect = pool.connect.bind(pool) as (...parameters: unknown[]) => unknown;
  pool.connect = ((...parameters: unknown[]) => {
    if (currentTransaction.getStore()?.open) onNestedConnection(new NestedConnectionError());
    return connect(...parameters);
  }) as Pool['connect'];

  const { manager } = source;
  const transaction = manager.transaction.bind(manager) as (...parameters: unknown[]) => Promise<unknown>;
  // The callback is the first or, after an isolation level, the second parameter.
  manager.transaction = (...parameters: unknown[]): Promise<never> => {
    const state = { open: true };
    const trackedParameters = parameters.map((parameter) =>
      typeof parameter === 'function'
        ? (tx: EntityManager): unknown => currentTransaction.run(state, () => (parameter as Work)(tx))
        : parameter,
    );
    return transaction(...trackedParameters).finally(() => (state.open = false)) as Promise<never>;
  };
}

type Work = (tx: EntityManager) => Promise<unknown>;
