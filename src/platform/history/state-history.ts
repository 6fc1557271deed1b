import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';

export interface StateChange {
  subjectType: string;
  subjectId: string;
  from: string;
  to: string;
  /** Short machine-readable code: `operator_accepted`, `expired`. */
  reason: string;
  at: Date;
}

/**
 * SQL of a statement, or of a member of a WITH, that records changes in their order.
 * @param firstParameter number of the first of `RECORD_PARAMETERS` parameters. `recordValues` returns their values.
 */
export function recordChanges(firstParameter: number): string {
  const [types, subjects, from, to, reasons, times] = Array.from({ length: RECORD_PARAMETERS }, (_, index) => `$${firstParameter + index}`);
  return `
    INSERT INTO state_history (subject_type, subject_id, from_status, to_status, reason, at)
    SELECT subject_type, subject_id, from_status, to_status, reason, at
    FROM unnest(${types}::text[], ${subjects}::uuid[], ${from}::text[], ${to}::text[], ${reasons}::text[], ${times}::timestamptz[])
      WITH ORDINALITY AS c (subject_type, subject_id, from_status, to_status, reason, at, place) ORDER BY place`;
}

export const RECORD_PARAMETERS = 6;

export function recordValues(changes: readonly StateChange[]): unknown[] {
  return [
    changes.map(({ subjectType }) => subjectType),
    changes.map(({ subjectId }) => subjectId),
    changes.map(({ from }) => from),
    changes.map(({ to }) => to),
    changes.map(({ reason }) => reason),
    changes.map(({ at }) => at),
  ];
}

const RECORD = { name: 'state_history_record', text: recordChanges(1) };

/**
 * Append-only record of every change of state, written in the transaction of the change. The creation of a row is not recorded: the row has
 * the time of its creation, and the state machine has the initial state.
 */
@Injectable()
export class StateHistory {
  constructor(private readonly dataSource: DataSource) {}

  /** Records changes in their order, in one statement. */
  async record(tx: EntityManager, changes: readonly StateChange[]): Promise<void> {
    if (changes.length > 0) await runNamed(tx, RECORD, recordValues(changes));
  }

  /** All changes of one subject, oldest first. */
  changesOfSubject(subjectId: string): Promise<StateChange[]> {
    return this.changesOfSubjects([subjectId]);
  }

  /** All changes of these subjects, oldest first. */
  changesOfSubjects(subjectIds: readonly string[]): Promise<StateChange[]> {
    return this.dataSource.query<StateChange[]>(
      `SELECT subject_type AS "subjectType", subject_id AS "subjectId", from_status AS "from", to_status AS "to", reason, at
       FROM state_history WHERE subject_id = ANY ($1::uuid[]) ORDER BY sequence`,
      [subjectIds],
    );
  }
}
