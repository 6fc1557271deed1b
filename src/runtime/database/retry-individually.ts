import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../http/database-unavailable.js';

/**
 * Handles a failed batch of writes: each write is then retried alone, so that an invalid row fails only its own write. When the database is
 * unavailable, the handler rethrows the error: each write would fail again, and it is unknown which rows were written.
 * @param rows the rows in words, for the log.
 */
export function retryIndividually(log: Logger, rows: string): (error: unknown) => void {
  return (error) => {
    if (isDatabaseUnavailable(error)) throw error;
    log.warn({ err: error }, `Could not write a batch of ${rows}, will write each one alone`);
  };
}
