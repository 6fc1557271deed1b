import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** Every change of a state. Creations are not recorded here, because each row has its own `created_at`. */
export class History1820000000003 extends SchemaPart {
  readonly name = 'History1820000000003';

  protected statements(): string[] {
    return [HISTORY];
  }
}

const HISTORY = `
  CREATE TABLE state_history (
    subject_type text NOT NULL,
    subject_id uuid NOT NULL,
    from_status text NOT NULL,
    to_status text NOT NULL,
    reason text NOT NULL,
    at timestamptz NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    created_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    PRIMARY KEY (subject_id, sequence, at)
  ) PARTITION BY RANGE (at);
  CREATE INDEX state_history_by_transaction ON state_history (created_xid);
  CREATE TABLE state_history_default PARTITION OF state_history DEFAULT;
  SELECT ensure_month_partitions('state_history', 3);`;
