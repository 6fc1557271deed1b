import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** Code within a transaction holds its connection; `open` ends with it, whatever still runs in its context. */
const holder = new AsyncLocalStorage<{ open: boolean }>();

export class SecondConnectionError extends Error {
  constructor() {
    super(
      'A second connection is asked for within a transaction: when as many callers do that as the pool has connections, all wait for ever',
    );
    this.name = 'SecondConnectionError';
  }
}

/**
 * Nothing takes a connection while it holds one: callers that come together would wait for each other's. What is read or written within
 * a transaction goes through its own `EntityManager`.
 * @param refuse told of a call that does; it may throw.
 */
export function allowOneConnection(source: DataSource, refuse: (error: SecondConnectionError) => void): void {
  const pool = (source.driver as PostgresDriver).master as Pool;
  const connect = pool.connect.bind(pool) as (...parameters: unknown[]) => unknown;
  pool.connect = ((...parameters: unknown[]) => {
    if (holder.getStore()?.open) refuse(new SecondConnectionError());
    return connect(...parameters);
  }) as Pool['connect'];

  const { manager } = source;
  const transaction = manager.transaction.bind(manager) as (...parameters: unknown[]) => Promise<unknown>;
  // The work comes with or without an isolation level before it.
  manager.transaction = (...parameters: unknown[]): Promise<never> => {
    const held = { open: true };
    const watched = parameters.map((parameter) =>
      typeof parameter === 'function' ? (tx: EntityManager): unknown => holder.run(held, () => (parameter as Work)(tx)) : parameter,
    );
    return transaction(...watched).finally(() => (held.open = false)) as Promise<never>;
  };
}

type Work = (tx: EntityManager) => Promise<unknown>;
