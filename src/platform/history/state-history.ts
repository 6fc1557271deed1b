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
  text: 'INSERT INTO state_history (subject_type, subject_id, from_status, to_status, reason, at) VALUES ($1, $2, $3, $4, $5, $6)',
};

/**
 * Append-only record of every change of state, written in the transaction of the change. Being made is no change: when, and in which
 * state a subject begins, its own row and its state machine say.
 */
@Injectable()
export class StateHistory {
  constructor(private readonly dataSource: DataSource) {}

  async record(tx: EntityManager, change: StateChange): Promise<void> {
    await runNamed(tx, RECORD, [change.subjectType, change.subjectId, change.from, change.to, change.reason, change.at]);
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
