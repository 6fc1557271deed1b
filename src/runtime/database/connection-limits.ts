import type { PoolConfig } from 'pg';
import type { Environment } from '../config/environment.js';
import { ResilientClient, type ResilientClientConfig } from './resilient-client.js';

/**
 * Time for the server to cancel a slow statement before the client closes the connection. The connection stays usable when the server
 * cancels in time.
 */
const SERVER_CANCEL_MARGIN_MS = 2_000;

/**
 * Time without traffic before the first TCP keep-alive probe. Node then sends ten probes, one each second, so a vanished server is
 * detected after about twenty seconds. The system's default is two hours.
 */
const KEEP_ALIVE_DELAY_MS = 10_000;

export type ConnectionLimits = PoolConfig & Pick<ResilientClientConfig, 'responseTimeoutMs'>;

/** Time limits of a pool's connections. A setting of 0 means no limit, so the limit is left out. */
export function connectionLimits(
  config: Pick<Environment['database'], 'connectionTimeoutMs' | 'statementTimeoutMs' | 'lockTimeoutMs' | 'idleTransactionTimeoutMs'>,
): ConnectionLimits {
  const { connectionTimeoutMs, statementTimeoutMs, lockTimeoutMs, idleTransactionTimeoutMs } = config;
  return {
    Client: ResilientClient,
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      responseTimeoutMs: statementTimeoutMs + SERVER_CANCEL_MARGIN_MS,
    }),
    ...(lockTimeoutMs > 0 && { lock_timeout: lockTimeoutMs }),
    ...(idleTransactionTimeoutMs > 0 && { idle_in_transaction_session_timeout: idleTransactionTimeoutMs }),
  };
}
