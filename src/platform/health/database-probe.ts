import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../common/errors/domain-error.js';

/** A proxy asks again every second or two; later answers are of no use to it. */
const ANSWER_WITHIN_MS = 2_000;

/** Fails where nothing can be written, as a write would, so that the connection ends and the next one may lead to the primary. */
const CAN_WRITE = `
  DO $$ BEGIN
    IF current_setting('transaction_read_only')::boolean THEN
      RAISE 'the database is read-only' USING ERRCODE = 'read_only_sql_transaction';
    END IF;
  END $$`;

/** Asks the database for a sign of life, one question at a time, however many want to know and however long it takes. */
@Injectable()
export class DatabaseProbe {
  private asked: Promise<unknown> | undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** @throws when the database does not answer, or not soon, or only reads. */
  async run(): Promise<void> {
    this.asked ??= this.dataSource.query(CAN_WRITE).finally(() => (this.asked = undefined));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 })), ANSWER_WITHIN_MS);
    });
    await Promise.race([this.asked, late]).finally(() => clearTimeout(timer));
  }
}
