import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { DomainError } from '../../common/errors/domain-error.js';
import { Environment } from '../../runtime/config/environment.js';
import { connectionLimits } from '../../runtime/database/connection-limits.js';

/** A proxy asks again every second or two; later answers are of no use to it. */
const ANSWER_WITHIN_MS = 2_000;

/** Fails where nothing can be written, as a write would, so that the connection ends and the next one may lead to the primary. */
const CAN_WRITE = `
  DO $$ BEGIN
    IF current_setting('transaction_read_only')::boolean THEN
      RAISE 'the database is read-only' USING ERRCODE = 'read_only_sql_transaction';
    END IF;
  END $$`;

/**
 * Asks the database for a sign of life, one question at a time, however many want to know and however long it takes. It has a connection of
 * its own: while all of the pool's are in use the process still serves, and no proxy shall send its callers to the next one to fill that.
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

  /** @throws when the database does not answer, or not soon, or only reads. */
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
