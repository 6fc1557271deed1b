import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { KeyedSemaphores } from '../../concurrency/keyed-semaphore.js';

/**
 * The row that a transaction is about to lock. A `request` is rejected when too many requests already wait for the row. A `provider-update`
 * is a status update, from a response or a signed callback. It must not be lost, so it is never rejected and waits in a separate queue.
 */
export interface RowAccess {
  /** A unique key of the row, such as its id. */
  row: string;
  accessKind: 'request' | 'provider-update';
}

export const lockForRequest = (row: string): RowAccess => ({ row, accessKind: 'request' });
export const lockForProviderUpdate = (row: string): RowAccess => ({ row, accessKind: 'provider-update' });

/** Enough for a hundred concurrent requests for one row. */
const MAX_WAITING = 128;

/**
 * The pause after a request, as a multiple of the request's duration, while others wait for the row. With 3, requests use a quarter of the
 * time. Long requests use more, because `MAX_PAUSE_MS` limits the pause.
 */
const PAUSE_FACTOR = 3;
const MAX_PAUSE_MS = 25;

/**
 * Queues transactions that lock the same row before they take a connection. A transaction that waits for the lock in the database holds a
 * connection, so many requests for one row would use up the pool. The queue is per process. Therefore, in each process, one transaction for
 * requests and one for status updates may still wait in the database. While others wait for the row, requests are separated by pauses, so
 * that many requests for one row do not keep the process busy.
 */
@Injectable()
export class RowLockQueue {
  private readonly queues: KeyedSemaphores;

  constructor({ database: { connectionTimeoutMs } }: Environment) {
    this.queues = new KeyedSemaphores({ permits: 1, timeoutMs: connectionTimeoutMs, maxWaiting: MAX_WAITING });
  }

  /** Number of queues with a running transaction. A row has one queue for requests and one for status updates. */
  get size(): number {
    return this.queues.size;
  }

  /**
   * @param work takes a connection and releases it. It must not call providers or partners, because it holds the row's queue.
   * @throws DomainError TOO_MANY_REQUESTS for a request when too many requests wait.
   * @throws an error for which `isDatabaseUnavailable` holds when the waiting time is over.
   */
  async run<T>({ row, accessKind }: RowAccess, work: () => Promise<T>): Promise<T> {
    const key = `${accessKind} ${row}`;
    await new Promise<void>((resolve, reject) =>
      this.queues.acquire(key, (error) => (error ? reject(error) : resolve()), accessKind === 'request'),
    );
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const free = (): void => this.queues.release(key);
      if (accessKind === 'request' && this.queues.hasWaiters(key)) setTimeout(free, pauseMsAfter(performance.now() - startedAt));
      else free();
    }
  }
}

function pauseMsAfter(workedMs: number): number {
  return Math.min(PAUSE_FACTOR * workedMs, MAX_PAUSE_MS);
}
