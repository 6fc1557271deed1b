import { DataSource } from 'typeorm';
import { Partner } from '../platform/partners/partner.entity.js';
import { Service } from '../platform/partners/services/service.entity.js';
import { MIGRATIONS } from '../migrations.js';
import type { SystemClock } from '../common/time/clocks.js';
import { CLI_COMMAND } from '../runtime/cli-command.js';
import type { Environment } from '../runtime/config/environment.js';
import { connectionLimits } from '../runtime/database/connection-limits.js';
import { pendingMigrations } from '../runtime/database/schema/migrate.js';
import { sessionOptions } from '../runtime/database/session-settings.js';
import { SnakeCaseNaming } from '../runtime/database/snake-case-naming.js';
import { UserError } from './user-error.js';

/** A database connection without the application, for queries that only read. */
export interface OpenDataSource {
  source: DataSource;
  /** The clock of the database. */
  clock: SystemClock;
}

/**
 * Opens one connection, and checks that the database has all migrations. An error about a missing table would be harder to understand.
 * @throws UserError when migrations are missing
 */
export async function openDataSource(url: string, config: Environment['database']): Promise<OpenDataSource> {
  const source = await new DataSource({
    type: 'postgres',
    url,
    poolSize: 1,
    entities: [Partner, Service],
    namingStrategy: new SnakeCaseNaming(),
    applicationName: 'gateway cli',
    extra: { ...connectionLimits(config), options: sessionOptions(config) },
  }).initialize();
  try {
    const pending = await pendingMigrations(source, MIGRATIONS);
    // When DATA_DIR is forgotten, the command creates a new and empty database. Migrating that database would hide the mistake.
    if (!config.url && pending.length === MIGRATIONS.length) {
      throw new UserError(
        `No gateway has used the embedded database in ${config.dataDir} yet. ` +
          'Give the command the settings of the gateway, such as DATA_DIR, or start a gateway there.',
      );
    }
    if (pending.length > 0) {
      throw new UserError(`The database lacks ${pending.length} migration(s). Run them first: ${CLI_COMMAND} migrate`);
    }
    const [row] = await source.query<{ now: Date }[]>('SELECT now()');
    const offsetMs = (row?.now.getTime() ?? 0) - performance.now();
    return { source, clock: { now: () => new Date(offsetMs + performance.now()) } };
  } catch (error) {
    await source.destroy();
    throw error;
  }
}
