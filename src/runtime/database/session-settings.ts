import type { DatabaseConfig } from '../config/database-settings.js';

export type Limits = Pick<DatabaseConfig, 'statementTimeoutMs' | 'lockTimeoutMs' | 'idleTransactionTimeoutMs'>;

/** What holds for each session of the application, as PostgreSQL shows it. */
export function sessionSettings({ statementTimeoutMs, lockTimeoutMs, idleTransactionTimeoutMs }: Limits): Record<string, string> {
  return {
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: String(idleTransactionTimeoutMs),
    jit: 'off', // statements are short: what the server compiles for those that it takes for long ones costs more than all their work
  };
}

/** For the `options` of a connection: all that `pg` sends in no other way. It leaves out a 0, and what the role has would hold instead. */
export function sessionOptions(limits: Limits): string {
  return Object.entries(sessionSettings(limits))
    .filter(([name, value]) => name === 'jit' || value === '0')
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
