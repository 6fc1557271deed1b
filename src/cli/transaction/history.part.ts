import type { INestApplicationContext } from '@nestjs/common';
import { StateHistory } from '../../platform/history/state-history.js';
import type { Section } from '../output/sections.js';
import { table } from '../output/table.js';
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

export function changeView({ at, from, to, reason }: Change, session: Session) {
  return { at: session.timestamp(at), from, to, reason };
}
