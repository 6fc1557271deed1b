import { Pool } from 'pg';
import type { DatabaseConfig } from '../../../runtime/config/database-settings.js';
import { connectionLimits } from '../../../runtime/database/connection-limits.js';

/** Shorter than for the primary, because the primary can serve the page instead. */
const MAX_CONNECT_MS = 1_000;
const MAX_STATEMENT_MS = 2_000;

/** Connections to the replica. Undefined when no replica is configured. */
export function replicaPool(config: DatabaseConfig): Pool | undefined {
  if (config.replicaUrl === undefined) return undefined;
  const pool = new Pool({
    ...connectionLimits({
      ...config,
      connectionTimeoutMs: Math.min(config.connectionTimeoutMs, MAX_CONNECT_MS),
      statementTimeoutMs: MAX_STATEMENT_MS,
    }),
    connectionString: config.replicaUrl,
    max: config.poolSize,
    application_name: 'gateway lists',
    options: '-c jit=off', // as on the primary: pages are short
  });
  pool.on('error', () => undefined); // an idle connection broke, and the next page opens a new one
  return pool;
}
