import { Pool } from 'pg';
import type { DatabaseConfig } from '../../../runtime/config/database-settings.js';
import { connectionLimits } from '../../../runtime/database/connection-limits.js';

/** The primary can answer instead, so the replica gets less time. */
const CONNECTS_WITHIN_MS = 1_000;
const ANSWERS_WITHIN_MS = 2_000;

/** Connections to the replica; undefined when none is configured. */
export function replicaPool(config: DatabaseConfig): Pool | undefined {
  if (config.replicaUrl === undefined) return undefined;
  const pool = new Pool({
    ...connectionLimits({
      ...config,
      connectionTimeoutMs: Math.min(config.connectionTimeoutMs, CONNECTS_WITHIN_MS),
      statementTimeoutMs: ANSWERS_WITHIN_MS,
    }),
    connectionString: config.replicaUrl,
    max: config.poolSize,
    application_name: 'gateway lists',
    options: '-c jit=off', // as on the primary: pages are short
  });
  pool.on('error', () => undefined); // an idle connection broke: the next page makes another
  return pool;
}
