import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** Lines of settlement files know the gateway's own references in every form, and an import can be undone. */
export class SettlementReferences1800000000035 extends SchemaPart {
  readonly name = 'SettlementReferences1800000000035';

  protected statements(): string[] {
    return [OWN_REFERENCES, UNDONE];
  }
}

// Files that were compared to their end are not read again. Those that were stopped on their way go on with what is known of their lines.
const OWN_REFERENCES = `
  ALTER TABLE settlement_file_line ADD COLUMN own uuid;
  UPDATE settlement_file_line l SET own = l.reference::uuid FROM settlement_file f
  WHERE f.id = l.file_id AND f.state <> 'done' AND l.reference ~* '^[0-9a-f]{8}(-?)[0-9a-f]{4}\\1[0-9a-f]{4}\\1[0-9a-f]{4}\\1[0-9a-f]{12}$';
  CREATE INDEX settlement_file_line_by_own ON settlement_file_line (file_id, own, line) WHERE own IS NOT NULL;`;

// What was undone is gone, so that the same file may come again; that it was there stays.
const UNDONE = `
  CREATE TABLE settlement_file_undone (
    file_id uuid PRIMARY KEY,
    digest text NOT NULL,
    name text NOT NULL,
    party text NOT NULL,
    test boolean NOT NULL,
    from_at timestamptz NOT NULL,
    to_at timestamptz NOT NULL,
    lines integer NOT NULL,
    differences integer NOT NULL,
    imported_by text NOT NULL,
    imported_at timestamptz NOT NULL,
    author text NOT NULL,
    reason text NOT NULL,
    undone_at timestamptz NOT NULL,
    CONSTRAINT settlement_file_undone_form CHECK (char_length(author) BETWEEN 1 AND 120 AND char_length(reason) BETWEEN 1 AND 500)
  );
  CREATE TRIGGER settlement_file_undone_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement_file_undone
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();`;
