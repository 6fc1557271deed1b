import type { DatabaseConfig } from '../config/database-settings.js';

export type Limits = Pick<DatabaseConfig, 'statementTimeoutMs' | 'lockTimeoutMs' | 'idleTransactionTimeoutMs'>;

/** Settings of each session of the application, as PostgreSQL shows them. */
export function sessionSettings({ statementTimeoutMs, lockTimeoutMs, idleTransactionTimeoutMs }: Limits): Record<string, string> {
  return {
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: String(idleTransactionTimeoutMs),
    jit: 'off', // statements are short: compiling one costs more than running it
  };
}

/** For the `options` of a connection: settings that `pg` does not send itself. It leaves out a 0, so that the role's setting would apply. */
export function sessionOptions(limits: Limits): string {
  return Object.entries(sessionSettings(limits))
    .filter(([name, value]) => name === 'jit' || value === '0')
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
