import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { DomainError } from '../../common/errors/domain-error.js';
import { Environment } from '../../runtime/config/environment.js';
import { connectionLimits } from '../../runtime/database/connection-limits.js';

/** A proxy asks again every second or two, so a later answer is of no use to it. */
const ANSWER_WITHIN_MS = 2_000;

/**
 * Fails on a read-only server with the error of a write. That ends the connection, and the next one may lead to the primary. It fails on a full
 * disk, too: some hundred kB that do not fit into memory go to a temporary file, which leaves nothing behind. A server that allows no temporary
 * files (`temp_file_limit`) does not show whether its disk is full.
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
 * Checks that the database takes writes. Callers share one query at a time. The probe has a connection of its own, because a process whose
 * pool is busy still serves: if proxies sent its callers to the next process, they would fill that one's pool, too.
 */
@Injectable()
export class DatabaseProbe implements OnApplicationShutdown {
  private readonly own: Pool;
  private asked: Promise<unknown> | undefined;

  constructor({ options }: DataSource, { database }: Environment) {
    const limits = { ...database, connectionTimeoutMs: ANSWER_WITHIN_MS, statementTimeoutMs: ANSWER_WITHIN_MS };
    const connectionString = 'url' in options ? options.url : undefined;
    this.own = new Pool({ ...connectionLimits(limits), connectionString, max: 1, application_name: 'gateway probe' });
    this.own.on('error', () => undefined); // an idle connection broke: the next question makes another
  }

  /** @throws when the database does not answer in time, is read-only or has a full disk. */
  async run(): Promise<void> {
    this.asked ??= this.own.query(CAN_WRITE).finally(() => (this.asked = undefined));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 })), ANSWER_WITHIN_MS);
    });
    await Promise.race([this.asked, late]).finally(() => clearTimeout(timer));
  }

  onApplicationShutdown(): Promise<void> {
    return this.own.end();
  }
}
