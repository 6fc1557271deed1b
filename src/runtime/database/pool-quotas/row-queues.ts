import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { KeyedSemaphores } from '../../concurrency/keyed-semaphore.js';

/**
 * The row that a transaction is about to lock. A `request` is refused when too many wait for the row already. `news` (a channel's answer, a
 * signed report) must not get lost: it is never refused, and waits in a queue of its own.
 */
export interface RowAccess {
  /** A unique name of the row, such as its id. */
  row: string;
  as: 'request' | 'news';
}

export const lockForRequest = (row: string): RowAccess => ({ row, as: 'request' });
export const lockForProviderUpdate = (row: string): RowAccess => ({ row, as: 'news' });

/** Allows a hundred requests about one row at once. */
const MAX_WAITING = 128;

/** After each request about a row that others wait for, this many times as long as it took, so that they take a quarter of the time. */
const PAUSE_FACTOR = 3;
const MAX_PAUSE_MS = 25;

/**
 * Queues the transactions about one row before they take a connection: those that wait for a row's lock in the database hold a connection
 * meanwhile, so a crowd about one row would take the whole pool. The queue is per process, so one transaction of each process may wait in the
 * database. Nor does a crowd keep a process busy: requests about a row take turns with pauses while others wait for it.
 */
@Injectable()
export class RowLockQueue {
  private readonly queues: KeyedSemaphores;

  constructor({ database: { connectionTimeoutMs } }: Environment) {
    this.queues = new KeyedSemaphores({ places: 1, patienceMs: connectionTimeoutMs, mostWaiting: MAX_WAITING });
  }

  /** Number of rows with a transaction at work. */
  get size(): number {
    return this.queues.size;
  }

  /**
   * @param work takes a connection and releases it; it makes no calls to other parties meanwhile.
   * @throws DomainError TOO_MANY_REQUESTS to a request when too many wait; an error for which `isDatabaseUnavailable` holds when the turn does
   * not come in time.
   */
  async run<T>({ row, as }: RowAccess, work: () => Promise<T>): Promise<T> {
    const key = `${as} ${row}`;
    await new Promise<void>((resolve, reject) =>
      this.queues.take(key, (refusal) => (refusal ? reject(refusal) : resolve()), as === 'request'),
    );
    const begun = performance.now();
    try {
      return await work();
    } finally {
      const leave = (): void => this.queues.leave(key);
      if (as === 'request' && this.queues.isWaitedFor(key)) setTimeout(leave, pauseAfter(performance.now() - begun));
      else leave();
    }
  }
}

function pauseAfter(workedMs: number): number {
  return Math.min(PAUSE_FACTOR * workedMs, MAX_PAUSE_MS);
}
