import { DataSource } from 'typeorm';
import { migrateQueueSchema } from './queue-schema.js';
import type { MigrationList } from './migration-list.js';
import { grantToApplication } from './privileges.js';
import { withMigrationLock, type MigrationLockOptions } from './migration-lock.js';
import { rejectPrereleaseSchema } from './reject-prerelease-schema.js';

export interface MigrateOptions extends MigrationLockOptions {
  /** Role of `DATABASE_URL`. It gets the application's rights. */
  appRole: string;
}

/**
 * Runs all pending migrations as the owner of the schema. Processes that start at the same time run them one after another.
 * @returns names of the migrations that were run.
 * @throws PrereleaseSchemaError, MigrationInProgressError, RoleMayCreateError
 */
export async function migrateDatabase(
  ownerUrl: string,
  migrations: MigrationList,
  { appRole, ...options }: MigrateOptions,
): Promise<string[]> {
  const source = await new DataSource({
    type: 'postgres',
    url: ownerUrl,
    migrations: [...migrations],
    migrationsTransactionMode: 'each',
    applicationName: 'gateway migrate',
    logger: 'debug', // the default logger writes failures to standard output, which is for a command's result; failures are thrown anyway
  }).initialize();
  try {
    const runner = source.createQueryRunner();
    const migrate = async (): Promise<string[]> => {
      rejectPrereleaseSchema(await appliedMigrations(source), migrations);
      const executed = await source.runMigrations();
      await migrateQueueSchema(ownerUrl);
      await grantToApplication(runner, appRole);
      return executed.map(({ name }) => name);
    };
    try {
      return await withMigrationLock(runner, migrate, options);
    } finally {
      await runner.release();
    }
  } finally {
    await source.destroy();
  }
}

/**
 * Names of the migrations that have not run on the database.
 * @throws PrereleaseSchemaError
 */
export async function pendingMigrations(source: DataSource, migrations: MigrationList): Promise<string[]> {
  const applied = await appliedMigrations(source);
  rejectPrereleaseSchema(applied, migrations);
  return migrations.map(({ name }) => name).filter((name) => !applied.includes(name));
}

async function appliedMigrations(source: DataSource): Promise<string[]> {
  const [table] = await source.query<{ exists: boolean }[]>("SELECT to_regclass('public.migrations') IS NOT NULL AS exists");
  const rows = table?.exists ? await source.query<{ name: string }[]>('SELECT name FROM migrations') : [];
  return rows.map(({ name }) => name);
}
