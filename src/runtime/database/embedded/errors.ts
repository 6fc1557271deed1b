import { textIn } from '../../../common/errors/error-shape.js';

/** The packaged server cannot be used; the message is for the user who starts the gateway, and a stack adds nothing to it. */
export class EmbeddedPostgresError extends Error {}

/** What a program that failed wrote. */
export function stderrOf(error: unknown): string {
  return textIn(error, 'stderr')?.trim() ?? '';
}

/** The way out that always exists, said wherever the packaged server cannot be used. */
export const USE_OWN_SERVER = 'Or set DATABASE_URL to a PostgreSQL server of your own (15 or newer).';
