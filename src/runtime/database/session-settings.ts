import type { DatabaseConfig } from '../config/database-settings.js';

export type Limits = Pick<DatabaseConfig, 'statementTimeoutMs' | 'lockTimeoutMs' | 'idleTransactionTimeoutMs'>;

/** Settings of each session of the application, as `pg_settings` shows them. */
export function sessionSettings({ statementTimeoutMs, lockTimeoutMs, idleTransactionTimeoutMs }: Limits): Record<string, string> {
  return {
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: String(idleTransactionTimeoutMs),
    jit: 'off', // statements are short, so compiling a statement costs more than running it
  };
}

/**
 * The `options` of a connection: the settings that `pg` does not send itself. `pg` sends no limit of 0 (no limit). The session would then
 * have the limit that is set on the database role.
 */
export function sessionOptions(limits: Limits): string {
  return Object.entries(sessionSettings(limits))
    .filter(([name, value]) => name === 'jit' || value === '0')
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
