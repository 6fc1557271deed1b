import { MIGRATIONS } from './migrations.js';

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
export function refuseEarlierSchema(applied: readonly string[]): void {
  const first = Math.min(...MIGRATIONS.map(({ name }) => timestampOf(name)));
  if (applied.some((name) => timestampOf(name) < first)) throw new EarlierSchemaError();
}

/** TypeORM's rule: the name of a migration ends with the thirteen digits of its time. */
function timestampOf(name: string): number {
  return Number(name.slice(-13));
}
