import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import type { AttemptResult, RecordedAttempt } from './attempt-result.js';
import { Batcher } from '../../../runtime/database/batcher.js';

const RESULTS_AT_ONCE = 100;

const RECORD = {
  name: 'webhook_record_together',
  text: 'SELECT event_id, attempt_number, recorded, promoted FROM webhook_record_many($1, $2, $3, $4, $5, $6, $7, $8, $9)',
};

interface RecordedRow {
  event_id: string;
  attempt_number: number;
  recorded: boolean;
  promoted: boolean;
}

/** Writes down the results that come at the same moment in one round trip and one commit. */
@Injectable()
export class RecordTogetherService {
  private readonly together: Batcher<AttemptResult, RecordedAttempt>;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) log: Logger,
  ) {
    this.together = new Batcher(
      (results) => this.write(results),
      RESULTS_AT_ONCE,
      (error) => log.warn({ err: error }, 'results could not be recorded together; each is recorded alone'),
    );
  }

  /** @returns undefined when this one has to be written alone, because somebody has to be waited for or the endpoint is, or may be, paused. */
  run(result: AttemptResult): Promise<RecordedAttempt | undefined> {
    return this.together.ask(result);
  }

  private async write(results: AttemptResult[]): Promise<(RecordedAttempt | undefined)[]> {
    const rows = await runNamed<RecordedRow & object>(this.dataSource, RECORD, [
      results.map(({ delivery }) => delivery.id),
      results.map(({ delivery }) => delivery.attemptNumber),
      results.map(({ delivery }) => delivery.startedAt),
      results.map(({ finishedAt }) => finishedAt),
      results.map(({ sent }) => sent.outcome),
      results.map(({ sent }) => sent.httpStatus),
      results.map(({ sent }) => sent.excerpt),
      results.map(({ sent }) => sent.errorCode),
      results.map(({ nextAttemptAt }) => nextAttemptAt),
    ]);
    return results.map(({ delivery, sent, nextAttemptAt }) => {
      const row = rows.find(({ event_id, attempt_number }) => event_id === delivery.id && attempt_number === delivery.attemptNumber);
      if (!row) return undefined;
      const givenUp = row.recorded && sent.outcome !== 'acknowledged' && nextAttemptAt === null; // no endpoint here is paused
      return { recorded: row.recorded, givenUp, more: row.promoted || nextAttemptAt !== null };
    });
  }
}
