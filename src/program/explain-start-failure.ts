import { ConfigurationError } from '../runtime/config/environment.js';
import { EmbeddedPostgresError } from '../runtime/database/embedded-postgres.js';

/** What to tell whoever started the gateway; a stack only when nothing better is known. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigurationError || error instanceof EmbeddedPostgresError) return error.message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop it, or start with another one: PORT=${(port ?? 3000) + 10} npm start`;
  if (code === 'EACCES' && port) return `This user may not listen on port ${port}. Use a port above 1023: PORT=3000 npm start`;
  if (code === 'ECONNREFUSED') return `The database or Redis cannot be reached: ${error.message}. Check DATABASE_URL and REDIS_URL.`;
  return /^(The|This) database /.test(error.message) ? error.message : (error.stack ?? error.message);
}
