import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordChange } from '../../audit/audited.js';
import type { Person } from '../person.js';

/** Which of the user's own sessions end: one, all but the current one, or all. */
export type SessionsToEnd = { id: string } | 'others' | 'all';

@Injectable()
export class CloseSessionsService {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns the number of ended sessions. */
  run({ userId, sessionId }: Person, sessions: SessionsToEnd): Promise<number> {
    return this.dataSource.transaction(async (tx) => {
      const [endedId, currentId] = [typeof sessions === 'object' ? sessions.id : null, sessions === 'others' ? sessionId : null];
      const [, endedCount] = await tx.query<[unknown, number]>(
        `DELETE FROM panel_session WHERE user_id = $1 AND ($2::uuid IS NULL OR id = $2) AND ($3::uuid IS NULL OR id <> $3)`,
        [userId, endedId, currentId],
      );
      await recordChange(tx, { action: 'session.end', subject: 'panel_user', id: userId, after: { ended: endedCount } });
      return endedCount;
    });
  }
}
