import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** Audit log: what people change, who and why. Append-only, with seals. */
export class Audit1820000000009 extends SchemaPart {
  readonly name = 'Audit1820000000009';

  protected statements(): string[] {
    return [TABLES, APPEND_ONLY];
  }
}

// partner_id, address: the partner and the IP address of a change in the panel.
const TABLES = `
  CREATE TABLE audit_entry (
    id uuid PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    author text NOT NULL,
    door text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    subject_id text NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    reason text,
    request_id text,
    partner_id uuid,
    address text,
    created_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    CONSTRAINT audit_entry_author_named CHECK (char_length(author) BETWEEN 1 AND 200),
    CONSTRAINT audit_entry_door_known CHECK (door IN ('cli', 'api', 'panel', 'sandbox')),
    CONSTRAINT audit_entry_action_form CHECK (action ~ '^[a-z_]+([.][a-z_]+)+$'),
    CONSTRAINT audit_entry_subject_form CHECK (subject ~ '^[a-z_]+$' AND subject_id <> ''),
    CONSTRAINT audit_entry_values_named CHECK (jsonb_typeof(before) = 'object' AND jsonb_typeof(after) = 'object'),
    CONSTRAINT audit_entry_reason_length CHECK (char_length(reason) BETWEEN 1 AND 1000)
  );
  CREATE INDEX audit_entry_by_time ON audit_entry (at, id);
  CREATE INDEX audit_entry_by_subject ON audit_entry (subject_id, at, id);
  CREATE INDEX audit_entry_by_transaction ON audit_entry (created_xid);
  CREATE INDEX audit_entry_of_partner ON audit_entry (partner_id, at, id) WHERE partner_id IS NOT NULL;

  CREATE TABLE audit_seal (
    number bigint PRIMARY KEY,
    last_xid xid8 NOT NULL,
    entries integer NOT NULL,
    hash bytea NOT NULL,
    sealed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT audit_seal_numbered CHECK (number > 0 AND entries > 0),
    CONSTRAINT audit_seal_hash_form CHECK (octet_length(hash) = 32)
  );
  CREATE TABLE audit_sealed_entry (
    entry_id uuid PRIMARY KEY,
    seal bigint NOT NULL,
    digest bytea NOT NULL,
    CONSTRAINT audit_sealed_entry_digest_form CHECK (octet_length(digest) = 32)
  );
  CREATE INDEX audit_sealed_entry_of_seal ON audit_sealed_entry (seal, entry_id);`;

// Uses the functions of the ledger: created_xid is set by the trigger, and a value in the INSERT is ignored.
const APPEND_ONLY = `
  CREATE TRIGGER audit_entry_stamp BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION ledger_entry_stamp();
  ${['audit_entry', 'audit_seal', 'audit_sealed_entry']
    .map(
      (table) => `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();`,
    )
    .join('\n  ')}`;
