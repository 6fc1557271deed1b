import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { KeyedPlaces } from '../../places/keyed-places.js';

/**
 * Whose lock a transaction is about to take. Who asks for something (`request`) is turned away when too many wait for the row already; what
 * is told (`news`: a channel's answer, a signed report) must not get lost, waits in a line of its own and so passes all who ask.
 */
export interface Turn {
  /** The row's id, or whatever names it among all rows. */
  row: string;
  as: 'request' | 'news';
}

export const requestAbout = (row: string): Turn => ({ row, as: 'request' });
export const newsAbout = (row: string): Turn => ({ row, as: 'news' });

/** A partner may ask about one row a hundred times at once and is answered each time. */
const MOST_WAITING = 128;

/**
 * One after the other for each row, before a connection is taken: whoever waits for a row's lock within the database holds a connection
 * meanwhile, and with enough of them one row takes the pool. Holds for this process; of each process one waits within the database.
 */
@Injectable()
export class RowTurns {
  private readonly turns: KeyedPlaces;

  constructor({ database: { connectionTimeoutMs } }: Environment) {
    this.turns = new KeyedPlaces({ places: 1, patienceMs: connectionTimeoutMs, mostWaiting: MOST_WAITING });
  }

  /** Rows whose turn is taken. */
  get size(): number {
    return this.turns.size;
  }

  /**
   * @param work takes a connection and gives it back, and calls nobody outside meanwhile.
   * @throws DomainError TOO_MANY_REQUESTS to a request when too many wait; an error for which `isDatabaseUnavailable` when the turn does not
   * come in time.
   */
  async run<T>({ row, as }: Turn, work: () => Promise<T>): Promise<T> {
    const key = `${as} ${row}`;
    await new Promise<void>((resolve, reject) =>
      this.turns.take(key, (refusal) => (refusal ? reject(refusal) : resolve()), as === 'request'),
    );
    try {
      return await work();
    } finally {
      this.turns.leave(key);
    }
  }
}
