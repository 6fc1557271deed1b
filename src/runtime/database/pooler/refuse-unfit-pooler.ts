import type { DataSource } from 'typeorm';
import type { Environment } from '../../config/environment.js';
import { sessionSettings } from '../session-settings.js';
import { wayToServer } from './shared-session.js';

const GUIDE = 'docs/operations.md, "Behind a pooler"';

/**
 * Looks at start whether connections have what the gateway takes for granted: a session of their own, and its settings.
 * @param queueIsHere whether BullMQ's tables are in this database.
 * @throws Error with a sentence for the operator.
 */
export async function refuseUnfitPooler(source: DataSource, database: Environment['database'], queueIsHere: boolean): Promise<void> {
  const way = await wayToServer(source);
  if (way === 'shared') {
    throw new Error(
      'The database is reached through a pooler that gives a session to another connection after each transaction, such as PgBouncer with ' +
        `pool_mode = transaction. Statements that are prepared once per connection fail there: set pool_mode = session (${GUIDE}).`,
    );
  }
  if (way === 'session' && queueIsHere) {
    throw new Error(
      `The database is reached through a pooler, and the queue, which is in it too, cannot go that way: set REDIS_URL (${GUIDE}).`,
    );
  }
  await refuseOtherSettings(source, sessionSettings(database));
}

async function refuseOtherSettings(source: DataSource, wanted: Record<string, string>): Promise<void> {
  const rows = await source.query<{ name: string; setting: string; role: string }[]>(
    'SELECT name, setting, quote_ident(current_user) AS role FROM pg_settings WHERE name = ANY ($1)',
    [Object.keys(wanted)],
  );
  const others = rows.filter(({ name, setting }) => setting !== wanted[name]);
  if (others.length === 0) return;
  throw new Error(
    'The database gives sessions other settings than the gateway asks for: a pooler between them drops them. Set them on the role, and ' +
      `let the pooler connect anew (${GUIDE}): ${others.map(({ name, role }) => `ALTER ROLE ${role} SET ${name} = ${wanted[name]};`).join(' ')}`,
  );
}
