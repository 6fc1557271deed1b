import type { PoolConfig } from 'pg';
import type { Environment } from '../config/environment.js';
import { ResilientClient, type ResilientClientConfig } from './resilient-client.js';

/** By so much the server is given the first word: it ends a slow statement itself, and the connection stays in use. */
const SERVER_FIRST_MS = 2_000;

/** A peer that is gone without a word is noticed within about twenty seconds; the system would take two hours. */
const PROBED_AFTER_MS = 10_000;

export type ConnectionLimits = PoolConfig & Pick<ResilientClientConfig, 'answerWithinMs'>;

/** How long the connections of a pool wait for anything. */
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
