import { type MigrationList, numberOf } from './migration-list.js';

/** The schema was made by a development version from before the first release; nothing leads on from there. */
export class EarlierSchemaError extends Error {
  constructor() {
    super(
      'This database was made by an earlier development version and cannot be brought up to date: delete the data folder of the embedded one (DATA_DIR, by default .data), or give DATABASE_URL a new, empty database.',
    );
    this.name = 'EarlierSchemaError';
  }
}

/** What a later version has run is none of ours either and stays: its schema is one that this version works with. */
export function refuseEarlierSchema(applied: readonly string[], migrations: MigrationList): void {
  const first = Math.min(...migrations.map(({ name }) => numberOf(name)));
  if (applied.some((name) => numberOf(name) < first)) throw new EarlierSchemaError();
}
