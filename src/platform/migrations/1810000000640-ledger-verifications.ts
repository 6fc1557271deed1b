import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** Results of the verifications that workers make, so that each process can tell the last ones. */
export class LedgerVerifications1810000000640 extends SchemaPart {
  readonly name = 'LedgerVerifications1810000000640';

  protected statements(): string[] {
    return [
      `CREATE TABLE ledger_verification (
        id uuid PRIMARY KEY,
        at timestamptz NOT NULL,
        took_ms bigint NOT NULL,
        entries bigint NOT NULL,
        broken_table text,
        broken_id text,
        broken_reason text,
        CONSTRAINT ledger_verification_took_time CHECK (took_ms >= 0),
        CONSTRAINT ledger_verification_broken_whole CHECK (num_nulls(broken_table, broken_id, broken_reason) IN (0, 3))
      )`,
    ];
  }
}
