import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** Responses stored for `Idempotency-Key`. Not partitioned: the unique key would have to contain the partition key. */
export class Idempotency1820000000004 extends SchemaPart {
  readonly name = 'Idempotency1820000000004';

  protected statements(): string[] {
    return [KEYS];
  }
}

const KEYS = `
  CREATE TABLE idempotency_key (
    partner_id uuid NOT NULL REFERENCES partner (id),
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    claim_id uuid NOT NULL,
    claimed_at timestamptz NOT NULL,
    status smallint,
    body text,
    PRIMARY KEY (partner_id, key),
    CONSTRAINT idempotency_key_length CHECK (char_length(key) BETWEEN 1 AND 255),
    CONSTRAINT idempotency_key_response_complete CHECK ((status IS NULL) = (body IS NULL))
  );
  CREATE INDEX idempotency_key_age ON idempotency_key (claimed_at);`;
