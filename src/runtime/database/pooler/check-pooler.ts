import type { DataSource } from 'typeorm';
import { UnusableSettingError } from '../../../common/errors/unusable-setting.js';
import type { Environment } from '../../config/environment.js';
import { sessionSettings } from '../session-settings.js';
import { detectConnectionMode } from './connection-mode.js';

const GUIDE = 'docs/operations.md, "Behind a pooler"';

/**
 * Checks at start that each connection has its own session with the gateway's settings.
 * @param isQueueInDatabase whether BullMQ's tables are in this database.
 * @throws UnusableSettingError with a message for staff.
 */
export async function assertSupportedPooler(
  source: DataSource,
  database: Environment['database'],
  isQueueInDatabase: boolean,
): Promise<void> {
  const mode = await detectConnectionMode(source);
  if (mode === 'shared') {
    throw new UnusableSettingError(
      'The pooler in front of the database shares sessions between connections after each transaction, like PgBouncer with ' +
        `pool_mode = transaction. Prepared statements fail there: set pool_mode = session (${GUIDE}).`,
    );
  }
  if (mode === 'session' && isQueueInDatabase) {
    throw new UnusableSettingError(
      `The database is behind a pooler. The queue in the same database does not work through a pooler: set REDIS_URL (${GUIDE}).`,
    );
  }
  await assertSessionSettings(source, sessionSettings(database));
}

async function assertSessionSettings(source: DataSource, expected: Record<string, string>): Promise<void> {
  const rows = await source.query<{ name: string; setting: string; role: string }[]>(
    'SELECT name, setting, quote_ident(current_user) AS role FROM pg_settings WHERE name = ANY ($1)',
    [Object.keys(expected)],
  );
  const differing = rows.filter(({ name, setting }) => setting !== expected[name]);
  if (differing.length === 0) return;
  throw new UnusableSettingError(
    'Sessions of the database do not have the settings that the gateway requests, because a pooler drops them. Set them on the role, and ' +
      `let the pooler reconnect (${GUIDE}): ${differing.map(({ name, role }) => `ALTER ROLE ${role} SET ${name} = ${expected[name]};`).join(' ')}`,
  );
}
