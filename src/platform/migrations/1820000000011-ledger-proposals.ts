import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** Manual entries that staff propose in the panel, and the decision of a second person. */
export class LedgerProposals1820000000011 extends SchemaPart {
  readonly name = 'LedgerProposals1820000000011';

  protected statements(): string[] {
    return [PROPOSALS, KEPT];
  }
}

// Up to the limit the person who proposes may approve. The limit is stored with the amount, so that the CHECK needs only this row.
const PROPOSALS = `
  CREATE TABLE ledger_proposal (
    id uuid PRIMARY KEY,
    kind text NOT NULL,
    reference text COLLATE "C" NOT NULL,
    partner_id uuid REFERENCES partner (id),
    provider text,
    from_at timestamptz,
    to_at timestamptz,
    debit text,
    credit text,
    currency text,
    amount_minor bigint,
    test boolean NOT NULL,
    reason text,
    sums text,
    worth_minor bigint,
    limit_minor bigint NOT NULL,
    proposed_by uuid NOT NULL REFERENCES panel_user (id),
    author text NOT NULL,
    proposed_at timestamptz NOT NULL,
    state text NOT NULL,
    decided_by uuid REFERENCES panel_user (id),
    decider text,
    decided_at timestamptz,
    decision_reason text,
    CONSTRAINT ledger_proposal_form CHECK (reference ~ '^[!-~]{1,64}$' AND char_length(author) BETWEEN 1 AND 120
      AND char_length(decider) BETWEEN 1 AND 120 AND char_length(reason) BETWEEN 1 AND 500 AND char_length(decision_reason) BETWEEN 1 AND 500),
    CONSTRAINT ledger_proposal_complete CHECK (CASE kind
      WHEN 'payout' THEN num_nulls(partner_id, currency, amount_minor) = 0 AND num_nonnulls(provider, from_at, to_at, debit, credit, reason, sums) = 0
      WHEN 'adjust' THEN num_nulls(debit, credit, currency, amount_minor, reason) = 0 AND num_nonnulls(provider, from_at, to_at, sums) = 0
      WHEN 'settle' THEN num_nulls(provider, from_at, to_at, sums) = 0 AND num_nonnulls(partner_id, debit, credit, currency, amount_minor, reason) = 0
      ELSE false END),
    CONSTRAINT ledger_proposal_amount_positive CHECK (amount_minor > 0 AND limit_minor >= 0 AND worth_minor >= 0),
    CONSTRAINT ledger_proposal_decided CHECK (CASE state
      WHEN 'proposed' THEN num_nonnulls(decided_by, decider, decided_at, decision_reason) = 0
      WHEN 'approved' THEN num_nulls(decided_by, decider, decided_at) = 0 AND decision_reason IS NULL
      WHEN 'refused' THEN num_nulls(decided_by, decider, decided_at, decision_reason) = 0
      WHEN 'withdrawn' THEN num_nulls(decided_by, decider, decided_at) = 0
      ELSE false END),
    CONSTRAINT ledger_proposal_four_eyes CHECK (CASE state
      WHEN 'approved' THEN decided_by <> proposed_by OR coalesce(worth_minor <= limit_minor, false)
      WHEN 'refused' THEN decided_by <> proposed_by
      WHEN 'withdrawn' THEN decided_by = proposed_by
      ELSE true END)
  );
  CREATE UNIQUE INDEX ledger_proposal_once ON ledger_proposal (kind, reference) WHERE state IN ('proposed', 'approved');
  CREATE INDEX ledger_proposal_waiting ON ledger_proposal (proposed_at, id) WHERE state = 'proposed';
  CREATE INDEX ledger_proposal_list ON ledger_proposal (decided_at, id) WHERE state <> 'proposed';
  CREATE INDEX ledger_proposal_of_author ON ledger_proposal (proposed_by, proposed_at);
  CREATE INDEX ledger_proposal_of_decider ON ledger_proposal (decided_by);
  CREATE INDEX ledger_proposal_of_partner ON ledger_proposal (partner_id);`;

// A proposal is decided once, and its content cannot change.
const KEPT = `
  CREATE FUNCTION ledger_proposal_immutable() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF TG_OP <> 'UPDATE' OR OLD.state <> 'proposed'
       OR to_jsonb(NEW) - ARRAY['state', 'decided_by', 'decider', 'decided_at', 'decision_reason']
         IS DISTINCT FROM to_jsonb(OLD) - ARRAY['state', 'decided_by', 'decider', 'decided_at', 'decision_reason'] THEN
      RAISE EXCEPTION 'proposal % cannot be changed', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER ledger_proposal_immutable BEFORE UPDATE OR DELETE ON ledger_proposal FOR EACH ROW EXECUTE FUNCTION ledger_proposal_immutable();
  CREATE TRIGGER ledger_proposal_append_only BEFORE TRUNCATE ON ledger_proposal FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();`;
