import type { INestApplicationContext } from '@nestjs/common';
import { type StateChange, StateHistory } from '../../platform/history/state-history.js';
import { part, type ResultPart } from '../output/result.js';
import { viewOf } from '../output/view.js';
import type { Session } from '../session.js';

export interface StateChangeRow {
  at: Date;
  from: string | null;
  to: string;
  reason: string;
}

const CHANGE = viewOf<StateChangeRow>()({ at: 'at', from: 'from', to: 'to', reason: 'reason' });

/** The state changes of a subject. Its creation is not stored as a change, so `creation` has the time and the first state. */
export async function historyPart(
  app: INestApplicationContext,
  session: Session,
  subjectId: string,
  creation: { at: Date; to: string },
): Promise<ResultPart> {
  const changes = await app.get(StateHistory).changesOfSubject(subjectId);
  return changesPart(session, [{ ...creation, from: null, reason: 'created' }, ...changes]);
}

export const changesPart = (session: Session, changes: readonly StateChangeRow[]): ResultPart =>
  part('history', 'History', CHANGE, changes, session);

/** The state changes of several subjects: for the JSON of each, and as one table with the subject's id in this column. */
export async function historiesOf<Subject>(
  app: INestApplicationContext,
  session: Session,
  column: string,
  subjects: readonly Subject[],
  idOf: (subject: Subject) => string,
) {
  const changes = await app.get(StateHistory).changesOfSubjects(subjects.map(idOf));
  const changesOf = (subject: Subject) => changes.filter(({ subjectId }) => subjectId === idOf(subject));
  const view = viewOf<StateChange>()({ [column]: 'subjectId', ...CHANGE.fields });
  return {
    json: (subject: Subject) => ({ history: changesOf(subject).map((change) => CHANGE.json(change, session)) }),
    table: view.table(subjects.flatMap(changesOf), session),
  };
}
