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

/** The database without the application: what a query needs that only reads. */
export interface OpenSource {
  source: DataSource;
  /** The database's. */
  clock: SystemClock;
}

/** One connection to a database that has all migrations: an error about a missing table would be harder to understand. */
export async function openSource(url: string, config: Environment['database']): Promise<OpenSource> {
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
    // A forgotten DATA_DIR makes a new database, in which nothing is found; migrating it would only hide that.
    if (!config.url && pending.length === MIGRATIONS.length) {
      throw new UserError(
        `No gateway has used the embedded database in ${config.dataDir} yet. ` +
          'Give the command the settings that the gateway was started with, such as DATA_DIR, or start one there.',
      );
    }
    if (pending.length > 0) {
      throw new UserError(`The database lacks ${pending.length} migration(s). Run them first: ${CLI_COMMAND} migrate`);
    }
    const [row] = await source.query<{ now: Date }[]>('SELECT now()');
    const ahead = (row?.now.getTime() ?? 0) - performance.now();
    return { source, clock: { now: () => new Date(ahead + performance.now()) } };
  } catch (error) {
    await source.destroy();
    throw error;
  }
}
