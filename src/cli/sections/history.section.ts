import type { INestApplicationContext } from '@nestjs/common';
import { StateHistory } from '../../platform/history/state-history.js';
import type { Section } from '../output/layout.js';
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
export async function historySection(
  app: INestApplicationContext,
  session: Session,
  subjectId: string,
  creation: { at: Date; to: string },
) {
  const changes = await app.get(StateHistory).changesOfSubject(subjectId);
  return changesSection(session, [{ ...creation, from: null, reason: 'created' }, ...changes]);
}

export function changesSection(session: Session, changes: readonly StateChangeRow[]) {
  return {
    json: changes.map((change) => CHANGE.json(change, session)),
    block: ['History', CHANGE.table(changes, session)] satisfies Section,
  };
}

/**
 * The state changes of several subjects. The JSON has a list for each, in the order of `subjectIds`. The table has the subject in the column
 * `name`.
 */
export async function historiesOf(app: INestApplicationContext, session: Session, name: string, subjectIds: readonly string[]) {
  const changes = await app.get(StateHistory).changesOfSubjects(subjectIds);
  const histories = subjectIds.map((subject) =>
    changes.filter(({ subjectId }) => subjectId === subject).map((change) => ({ ...change, subject })),
  );
  const view = viewOf<StateChangeRow & { subject: string }>()({ [name]: 'subject', at: 'at', from: 'from', to: 'to', reason: 'reason' });
  return {
    json: histories.map((changes) => changes.map((change) => CHANGE.json(change, session))),
    table: view.table(histories.flat(), session),
  };
}
