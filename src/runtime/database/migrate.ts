import { DataSource } from 'typeorm';
import { migrateQueueSchema } from './queue-schema.js';
import { MIGRATIONS } from './migrations.js';
import { grantToApplication } from './privileges.js';
import { refuseEarlierSchema } from './refuse-earlier-schema.js';

/** Any number would do; it only has to be the same in every process that migrates. */
const MIGRATION_LOCK = 7_203_550_912;

export interface MigrateOptions {
  /** Role of `DATABASE_URL`, which is granted what the application needs. */
  appRole: string;
  log?: (line: string) => void;
}

/**
 * Brings the schema up to date as its owner. An advisory lock makes processes that start together take turns.
 * @returns names of the migrations that were run.
 * @throws EarlierSchemaError
 */
export async function migrateDatabase(ownerUrl: string, { appRole, log = () => undefined }: MigrateOptions): Promise<string[]> {
  const source = await new DataSource({
    type: 'postgres',
    url: ownerUrl,
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each',
    applicationName: 'gateway migrate',
    logger: 'debug', // the default one tells failures on standard output, which belongs to the answer of a command; they are thrown anyway
  }).initialize();
  try {
    const lock = source.createQueryRunner();
    try {
      await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      refuseEarlierSchema(await appliedMigrations(source));
      const done = await source.runMigrations();
      for (const migration of done) log(`migrated: ${migration.name}`);
      await migrateQueueSchema(ownerUrl);
      await grantToApplication(lock, appRole);
      return done.map((migration) => migration.name);
    } finally {
      await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
      await lock.release();
    }
  } finally {
    await source.destroy();
  }
}

/**
 * Names of the migrations this program knows and the database has not run.
 * @throws EarlierSchemaError
 */
export async function pendingMigrations(source: DataSource): Promise<string[]> {
  const applied = await appliedMigrations(source);
  refuseEarlierSchema(applied);
  return MIGRATIONS.map((migration) => migration.name).filter((name) => !applied.includes(name));
}

async function appliedMigrations(source: DataSource): Promise<string[]> {
  const [table] = await source.query<{ exists: boolean }[]>("SELECT to_regclass('public.migrations') IS NOT NULL AS exists");
  const rows = table?.exists ? await source.query<{ name: string }[]>('SELECT name FROM migrations') : [];
  return rows.map(({ name }) => name);
}
