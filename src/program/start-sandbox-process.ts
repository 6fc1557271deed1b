import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../migrations.js';
import type { Environment } from '../runtime/config/environment.js';
import { connectionLimits } from '../runtime/database/connection-limits.js';
import { migrateDatabase } from '../runtime/database/schema/migrate.js';
import { type RunningSandbox, startSandbox } from '../sandbox/start-sandbox.js';
import type { OpenDatabase } from './open-database.js';
import { assertNoPendingMigrations } from './check-database.js';

/**
 * Starts only the sandbox, with a separate database, so that the sandbox's state survives when the gateway's database is lost or restored.
 */
export async function startSandboxProcess(environment: Environment, database: OpenDatabase, logger: Logger): Promise<RunningSandbox> {
  if (environment.embedded)
    await migrateDatabase(database.ownerUrl, MIGRATIONS, { appRole: database.appRole, log: (line) => logger.info(line) });
  const dataSource = new DataSource({
    type: 'postgres',
    url: database.appUrl,
    poolSize: 1,
    applicationName: 'sandbox',
    extra: connectionLimits(environment.database),
  });
  await dataSource.initialize();
  try {
    await assertNoPendingMigrations(dataSource);
  } finally {
    await dataSource.destroy();
  }
  return startSandbox({ environment, databaseUrl: database.appUrl, logger, gatewayUrl: environment.sandbox.gatewayUrl });
}
