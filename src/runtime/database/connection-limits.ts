import type { PoolConfig } from 'pg';
import type { Environment } from '../config/environment.js';
import { ResilientClient, type ResilientClientConfig } from './resilient-client.js';

/** Head start of the server: when it ends a slow statement itself, the connection stays usable. */
const SERVER_FIRST_MS = 2_000;

/** Notices a vanished peer within about twenty seconds; the system's default is two hours. */
const PROBED_AFTER_MS = 10_000;

export type ConnectionLimits = PoolConfig & Pick<ResilientClientConfig, 'answerWithinMs'>;

/** Time limits of a pool's connections. */
export function connectionLimits(
  config: Pick<Environment['database'], 'connectionTimeoutMs' | 'statementTimeoutMs' | 'lockTimeoutMs' | 'idleTransactionTimeoutMs'>,
): ConnectionLimits {
  const { connectionTimeoutMs, statementTimeoutMs, lockTimeoutMs, idleTransactionTimeoutMs } = config;
  return {
    Client: ResilientClient,
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBED_AFTER_MS,
    ...(statementTimeoutMs > 0 && { statement_timeout: statementTimeoutMs, answerWithinMs: statementTimeoutMs + SERVER_FIRST_MS }),
    ...(lockTimeoutMs > 0 && { lock_timeout: lockTimeoutMs }),
    ...(idleTransactionTimeoutMs > 0 && { idle_in_transaction_session_timeout: idleTransactionTimeoutMs }),
  };
}
