import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** A wallet knows what its partner owes, and a payout leaves as much as that. */
export class WalletsOwe1800000000032 extends SchemaPart {
  readonly name = 'WalletsOwe1800000000032';

  protected statements(): string[] {
    return [WALLETS, MOVED, EARLIER, PAYOUTS];
  }
}

const KINDS = "'partner:pending', 'partner:available', 'partner:reserved', 'partner:receivable'";

// Who has decided on a correction is let through first, so that each is either counted below or moved by the new function. The account opens
// the wallet as well: it may be the partner's first.
const WALLETS = `
  LOCK TABLE ledger_adjustment IN SHARE MODE;
  ALTER TABLE wallet ADD COLUMN receivable_minor bigint NOT NULL DEFAULT 0;
  DROP TRIGGER ledger_account_opens_wallet ON ledger_account;
  CREATE TRIGGER ledger_account_opens_wallet AFTER INSERT ON ledger_account
    FOR EACH ROW WHEN (NEW.kind IN (${KINDS})) EXECUTE FUNCTION wallet_of_account();`;

// What a partner owes is debited, and so has the sign of its postings; after a correction of too much it may be below zero.
const MOVED = `
  CREATE OR REPLACE FUNCTION wallet_moved() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    change record;
  BEGIN
    FOR change IN
      SELECT a.partner_id, a.currency, a.test,
        -coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'partner:pending'), 0) AS pending,
        -coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'partner:available'), 0) AS available,
        -coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'partner:reserved'), 0) AS reserved,
        coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'partner:receivable'), 0) AS receivable
      FROM added p CROSS JOIN LATERAL (SELECT * FROM public.ledger_account WHERE id = p.account_id OFFSET 0) AS a
      WHERE a.kind IN (${KINDS})
      GROUP BY a.partner_id, a.currency, a.test ORDER BY a.partner_id, a.currency, a.test
    LOOP
      UPDATE public.wallet SET
        pending_minor = pending_minor + change.pending,
        available_minor = available_minor + change.available,
        reserved_minor = reserved_minor + change.reserved,
        receivable_minor = receivable_minor + change.receivable
      WHERE partner_id = change.partner_id AND currency = change.currency AND test = change.test;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'partner % has no wallet', change.partner_id USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'wallet_of_account', TABLE = 'wallet';
      END IF;
    END LOOP;
    RETURN NULL;
  END $$;`;

// From the rows behind the postings, which the ledger's proof holds against them: postings have no index by account.
const EARLIER = `
  ALTER TABLE wallet DISABLE TRIGGER wallet_follows_postings;
  INSERT INTO wallet (partner_id, currency, test)
    SELECT partner_id, currency, test FROM ledger_account WHERE kind = 'partner:receivable' ON CONFLICT DO NOTHING;
  UPDATE wallet w SET receivable_minor = owed.minor FROM (
    SELECT partner_id, currency, test, sum(minor) AS minor FROM (
      SELECT partner_id, 'PLN' AS currency, test, receivable_minor AS minor FROM payment_chargeback
      UNION ALL SELECT partner_id, currency, test, amount_minor FROM ledger_adjustment WHERE debit = 'partner:receivable'
      UNION ALL SELECT partner_id, currency, test, -amount_minor FROM ledger_adjustment WHERE credit = 'partner:receivable') AS each
    GROUP BY partner_id, currency, test) AS owed
  WHERE (w.partner_id, w.currency, w.test) = (owed.partner_id, owed.currency, owed.test);
  ALTER TABLE wallet ENABLE TRIGGER wallet_follows_postings;`;

// Looked at when the payout is committed: its postings hold the wallet's lock until then.
const PAYOUTS = `
  CREATE FUNCTION payout_leaves_what_is_owed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF EXISTS (SELECT FROM public.wallet w WHERE (w.partner_id, w.currency, w.test) = (NEW.partner_id, NEW.currency, NEW.test)
        AND w.available_minor < w.receivable_minor) THEN
      RAISE EXCEPTION 'payout % leaves less than its partner owes', NEW.reference
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_leaves_what_is_owed', TABLE = 'payout';
    END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER payout_leaves_what_is_owed AFTER INSERT ON payout
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payout_leaves_what_is_owed();`;
