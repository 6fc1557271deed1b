import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** That the database was restored to an earlier moment, and partners may ask again for what was lost. `deploy/backup/restore.sh` writes the row. */
export class Restored1820000000014 extends SchemaPart {
  readonly name = 'Restored1820000000014';

  protected statements(): string[] {
    return [
      `CREATE TABLE restored (
        one boolean PRIMARY KEY DEFAULT true,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT restored_once CHECK (one)
      )`,
    ];
  }
}
