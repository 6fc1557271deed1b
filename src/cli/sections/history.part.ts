import type { INestApplicationContext } from '@nestjs/common';
import { StateHistory } from '../../platform/history/state-history.js';
import type { Cell } from '../output/cell.js';
import type { Section } from '../output/sections.js';
import { table, tableOrNothing } from '../output/table.js';
import type { Session } from '../session.js';

export interface Change {
  at: Date;
  from: string | null;
  to: string;
  reason: string;
}

/** The changes of a subject that the platform's history keeps, after how it began, which its own row tells. */
export async function historyPart(app: INestApplicationContext, session: Session, subjectId: string, beginning: { at: Date; to: string }) {
  const changes = await app.get(StateHistory).of(subjectId);
  return changesPart(session, [{ ...beginning, from: null, reason: 'created' }, ...changes]);
}

/** Changes, oldest first. */
export function changesPart(session: Session, changes: readonly Change[]) {
  const json = changes.map((change) => changeView(change, session));
  return { json, block: ['History', table(json, ['at', 'from', 'to', 'reason'])] satisfies Section };
}

/** Things that belong to a transaction, each with its own changes; and all their changes, under the name of what they are. */
export async function withHistories<View extends { id: string }, Name extends string>(
  app: INestApplicationContext,
  session: Session,
  views: readonly View[],
  name: Name,
) {
  const history = app.get(StateHistory);
  const json = await Promise.all(
    views.map(async (view) => ({ ...view, history: (await history.of(view.id)).map((change) => changeView(change, session)) })),
  );
  type Row = Record<Name | keyof ReturnType<typeof changeView>, Cell>;
  const changes = json.flatMap(({ id, history: own }) => own.map((change) => ({ [name]: id, ...change }) as Row));
  return { json, changes: tableOrNothing(changes, [name, 'at', 'from', 'to', 'reason']) };
}

export function changeView({ at, from, to, reason }: Change, session: Session) {
  return { at: session.timestamp(at), from, to, reason };
}
