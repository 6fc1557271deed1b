import type { Logger } from 'pino';
import { UnusableSettingError } from '../common/errors/unusable-setting.js';
import { ConfigurationError } from '../runtime/config/environment.js';
import { EmbeddedPostgresError } from '../runtime/database/embedded/embedded-postgres.js';
import { databaseTlsProblem } from '../runtime/database/tls-problem.js';

/** A message for the staff who started the gateway. It is a stack trace if the cause is unknown. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof UnusableSettingError || error instanceof EmbeddedPostgresError) return error.message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (isRefusedLogin(code)) return `The database refuses the login of DATABASE_URL: ${error.message}. Check its user, password and name.`;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop it, or set PORT to another one, such as ${(port ?? 3000) + 10}.`;
  if (code === 'EACCES' && port) return `This user may not listen on port ${port}. Set PORT to one above 1023, such as 3000.`;
  if (code === 'ECONNREFUSED') return `The database or Redis cannot be reached: ${error.message}. Check DATABASE_URL and REDIS_URL.`;
  if (/^(The|This) (database|queue's Redis) /.test(error.message)) return error.message;
  return databaseTlsProblem(error) ?? error.stack ?? error.message;
}

/** The database server refused the user or the password (SQLSTATE class 28) or the name of the database (3D000). */
const isRefusedLogin = (code: string | undefined): boolean => /^(28|3D)/.test(code ?? '');

/** 78 (EX_CONFIG) when only a change of the settings helps: the service manager should not restart the process after this exit code. */
export function exitCodeOf(error: unknown): 78 | 1 {
  return error instanceof UnusableSettingError || (error instanceof Error && isRefusedLogin((error as NodeJS.ErrnoException).code))
    ? 78
    : 1;
}

/** Logs the message as one line, with the error and its stack in `err`. Problems with settings are listed in `problems`. */
export function logStartFailure(logger: Logger, error: unknown): void {
  const explanation = explainStartFailure(error);
  const isStack = error instanceof Error && explanation === error.stack;
  if (error instanceof ConfigurationError) logger.fatal({ problems: error.problems }, 'the configuration is not usable');
  else logger.fatal({ err: error }, isStack ? error.message : explanation);
}
