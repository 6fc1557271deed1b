import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { PeriodicTasks } from '../../../runtime/scheduling/periodic-tasks.js';
import { MAX_SESSION_MS } from './session-rules.js';

const BATCH_SIZE = 1_000;

/** Table, its key, and the time after which `MAX_SESSION_MS` must have passed: for sessions their start, for the others their expiry. */
const EXPIRING_TABLES = [
  ['panel_session', 'id', 'began_at'],
  ['panel_used_challenge', 'challenge_hash', 'expires_at'],
  ['panel_invitation', 'id', 'expires_at'],
] as const;

/** Deletes expired sessions, invitations and used challenges. */
@Injectable()
export class DeleteEndedSessionsService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly periodic: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'delete-ended-sessions', intervalMs: 600_000, batch: () => this.batch() });
  }

  /** @returns whether there may be more rows to delete. */
  async batch(): Promise<boolean> {
    const endedBefore = new Date(this.clock.now().getTime() - MAX_SESSION_MS);
    let hasMore = false;
    for (const [table, key, column] of EXPIRING_TABLES) {
      const [, count] = await this.dataSource.query<[unknown, number]>(
        `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${column} < $1 LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)`,
        [endedBefore],
      );
      hasMore ||= count === BATCH_SIZE;
    }
    return hasMore;
  }
}
