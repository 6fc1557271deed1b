import { type MigrationList, numberOf } from './migration-list.js';

/** A development version from before the first release created the schema. Such a schema cannot be migrated. */
export class PrereleaseSchemaError extends Error {
  constructor() {
    super(
      'This database was made by an earlier development version and cannot be brought up to date: delete the data folder of the embedded one (DATA_DIR, by default .data), or give DATABASE_URL a new, empty database.',
    );
    this.name = 'PrereleaseSchemaError';
  }
}

/**
 * Accepts applied migrations of a later version, because this version works with the schema of a later version.
 * @throws PrereleaseSchemaError when a migration was applied that is older than the first of `migrations`.
 */
export function rejectPrereleaseSchema(applied: readonly string[], migrations: MigrationList): void {
  const first = Math.min(...migrations.map(({ name }) => numberOf(name)));
  if (applied.some((name) => numberOf(name) < first)) throw new PrereleaseSchemaError();
}
