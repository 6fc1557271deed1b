import { textIn } from '../../../common/errors/error-shape.js';

/** The packaged server cannot be used. The message is for the user who starts the gateway. */
export class EmbeddedPostgresError extends Error {}

/** Error output of a failed program. */
export function stderrOf(error: unknown): string {
  return textIn(error, 'stderr')?.trim() ?? '';
}

/** The alternative that always works. It is the end of messages about the packaged server. */
export const USE_OWN_SERVER = 'Or set DATABASE_URL to your PostgreSQL server (15 or newer).';
