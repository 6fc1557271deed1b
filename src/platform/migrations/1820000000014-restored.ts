import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** Has a row after a restore from a backup: requests after the backup are lost, and partners may repeat them. `deploy/backup/restore.sh` writes it. */
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
