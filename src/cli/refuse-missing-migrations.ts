import { DataSource } from 'typeorm';
import type { MigrationList } from '../runtime/database/schema/migration-list.js';
import { pendingMigrations } from '../runtime/database/schema/migrate.js';
import { CALL } from '../runtime/command-call.js';
import { UserError } from './user-error.js';

/** Asked before anything else reads the database: every other message about a missing table would be harder to understand. */
export async function refuseMissingMigrations(url: string, migrations: MigrationList, connectTimeoutMS: number): Promise<void> {
  const source = await new DataSource({
    type: 'postgres',
    url,
    poolSize: 1,
    applicationName: 'gateway cli',
    connectTimeoutMS,
  }).initialize();
  try {
    const pending = await pendingMigrations(source, migrations);
    if (pending.length > 0) {
      throw new UserError(`The database lacks ${pending.length} migration(s). Run them first: ${CALL} migrate`);
    }
  } finally {
    await source.destroy();
  }
}
