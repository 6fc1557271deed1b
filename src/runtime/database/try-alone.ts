import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../http/database-unavailable.js';

/**
 * For a batch of writes that failed: each is tried alone, so that one bad row refuses only itself. Unless the database is not available
 * for the moment: the same would happen to each then, and it is not known what was written.
 */
export function tryAlone(log: Logger, what: string): (error: unknown) => void {
  return (error) => {
    if (isDatabaseUnavailable(error)) throw error;
    log.warn({ err: error }, `${what} could not be written together; each is written alone`);
  };
}
