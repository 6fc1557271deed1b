import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';

export interface StateChange {
  subjectType: string;
  subjectId: string;
  from: string;
  to: string;
  /** Short machine-readable word: `operator_accepted`, `expired`. */
  reason: string;
  at: Date;
}

const RECORD = {
  name: 'state_history_record',
  text: `INSERT INTO state_history (subject_type, subject_id, from_status, to_status, reason, at)
         SELECT subject_type, subject_id, from_status, to_status, reason, at
         FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
           WITH ORDINALITY AS c (subject_type, subject_id, from_status, to_status, reason, at, place) ORDER BY place`,
};

/**
 * Append-only record of every change of state, written in the transaction of the change. Being made is no change: when, and in which
 * state a subject begins, its own row and its state machine say.
 */
@Injectable()
export class StateHistory {
  constructor(private readonly dataSource: DataSource) {}

  /** In one statement, in their order. */
  async record(tx: EntityManager, changes: readonly StateChange[]): Promise<void> {
    if (changes.length === 0) return;
    await runNamed(tx, RECORD, [
      changes.map(({ subjectType }) => subjectType),
      changes.map(({ subjectId }) => subjectId),
      changes.map(({ from }) => from),
      changes.map(({ to }) => to),
      changes.map(({ reason }) => reason),
      changes.map(({ at }) => at),
    ]);
  }

  /** All changes of one subject, oldest first. */
  async of(subjectId: string): Promise<StateChange[]> {
    return this.dataSource.query<StateChange[]>(
      `SELECT subject_type AS "subjectType", subject_id AS "subjectId", from_status AS "from", to_status AS "to", reason, at
       FROM state_history WHERE subject_id = $1 ORDER BY sequence`,
      [subjectId],
    );
  }
}
