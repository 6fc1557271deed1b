import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../http/database-unavailable.js';

/**
 * For a failed batch of writes: each is tried alone, so that a bad row fails only itself. When the database is unavailable it throws instead,
 * because each would fail again, and it is unknown what was written.
 */
export function retryIndividually(log: Logger, what: string): (error: unknown) => void {
  return (error) => {
    if (isDatabaseUnavailable(error)) throw error;
    log.warn({ err: error }, `${what} could not be written together; each is written alone`);
  };
}
