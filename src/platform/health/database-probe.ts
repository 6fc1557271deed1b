import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { DomainError } from '../../common/errors/domain-error.js';
import { Environment } from '../../runtime/config/environment.js';
import { connectionLimits } from '../../runtime/database/connection-limits.js';

/** A proxy repeats its probe every second or two, so a later response is of no use. */
const MAX_RESPONSE_MS = 2_000;

/**
 * Fails on a read-only server with the error code of a write. This error closes the connection, and the next connection may reach the
 * primary. Fails on a full disk, too: some hundred kB exceed `work_mem` and are written to a temporary file, which is removed immediately.
 * A server that allows no temporary files (`temp_file_limit`) does not show whether its disk is full.
 */
const CAN_WRITE = `
  DO $$ BEGIN
    IF current_setting('transaction_read_only')::boolean THEN
      RAISE 'the database is read-only' USING ERRCODE = 'read_only_sql_transaction';
    END IF;
    PERFORM set_config('work_mem', '64kB', true);
    BEGIN
      PERFORM count(*) FROM generate_series(1, 20000);
    EXCEPTION WHEN configuration_limit_exceeded THEN NULL;
    END;
  END $$`;

/**
 * Checks that the database accepts writes. Concurrent probes share one query. The query has its own connection outside the pool, because a
 * process with a busy pool still serves: if proxies sent its requests to another process, these requests would fill that process's pool,
 * too.
 */
@Injectable()
export class DatabaseProbe implements OnApplicationShutdown {
  private readonly pool: Pool;
  private runningProbe: Promise<unknown> | undefined;

  constructor({ options }: DataSource, { database }: Environment) {
    const limits = { ...database, connectionTimeoutMs: MAX_RESPONSE_MS, statementTimeoutMs: MAX_RESPONSE_MS };
    const connectionString = 'url' in options ? options.url : undefined;
    this.pool = new Pool({ ...connectionLimits(limits), connectionString, max: 1, application_name: 'gateway probe' });
    this.pool.on('error', () => undefined); // an idle connection broke; the next probe opens a new one
  }

  /** @throws Error when the database does not respond in time, is read-only or has a full disk. */
  async run(): Promise<void> {
    this.runningProbe ??= this.pool.query(CAN_WRITE).finally(() => (this.runningProbe = undefined));
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 })), MAX_RESPONSE_MS);
    });
    await Promise.race([this.runningProbe, timeout]).finally(() => clearTimeout(timer));
  }

  onApplicationShutdown(): Promise<void> {
    return this.pool.end();
  }
}
