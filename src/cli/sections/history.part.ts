import type { INestApplicationContext } from '@nestjs/common';
import { StateHistory } from '../../platform/history/state-history.js';
import type { Section } from '../output/layout.js';
import { viewOf } from '../output/view.js';
import type { Session } from '../session.js';

export interface Change {
  at: Date;
  from: string | null;
  to: string;
  reason: string;
}

const CHANGE = viewOf<Change>()({ at: 'at', from: 'from', to: 'to', reason: 'reason' });

/** A subject's changes of state. How it began is no change: its own row says when, and its state machine in which state. */
export async function historyPart(app: INestApplicationContext, session: Session, subjectId: string, beginning: { at: Date; to: string }) {
  const changes = await app.get(StateHistory).of(subjectId);
  return changesPart(session, [{ ...beginning, from: null, reason: 'created' }, ...changes]);
}

/** Changes, oldest first. */
export function changesPart(session: Session, changes: readonly Change[]) {
  return {
    json: changes.map((change) => CHANGE.json(change, session)),
    block: ['History', CHANGE.table(changes, session)] satisfies Section,
  };
}

/** The changes of several subjects: for programs those of each, in the subjects' order; for people one table, where `name` heads the subjects. */
export async function historiesOf(app: INestApplicationContext, session: Session, name: string, subjectIds: readonly string[]) {
  const history = app.get(StateHistory);
  const histories = await Promise.all(subjectIds.map(async (id) => (await history.of(id)).map((change) => ({ ...change, subject: id }))));
  const view = viewOf<Change & { subject: string }>()({ [name]: 'subject', at: 'at', from: 'from', to: 'to', reason: 'reason' });
  return {
    json: histories.map((changes) => changes.map((change) => CHANGE.json(change, session))),
    table: view.table(histories.flat(), session),
  };
}
