import type { TotalSource } from '../../platform/products/total-source.js';

/** A transaction counts when it becomes payed. */
const PAID: TotalSource = {
  log: 'state_history',
  select: `
    SELECT t.service_id, h.at, t.test, 'paid' AS outcome, t.operator AS channel, '' AS reason, 'PLN' AS currency, t.gross_minor AS amount_minor
    FROM fresh h JOIN direct_billing_transaction t ON t.id = h.subject_id
    WHERE h.subject_type = 'direct_billing_transaction' AND h.to_status = 'transaction_db_payed'`,
};

/** A charge that ended without money. A later change of its state is not counted again. */
const FAILED: TotalSource = {
  log: 'state_history',
  select: `
    SELECT t.service_id, h.at, c.test, 'failed', c.operator, CASE h.to_status WHEN 'refused' THEN coalesce(t.rejection, 'other') ELSE h.to_status END,
      'PLN', c.gross_minor
    FROM fresh h JOIN direct_billing_charge c ON c.reference = h.subject_id JOIN direct_billing_transaction t ON t.id = c.transaction_id
    WHERE h.subject_type = 'direct_billing_charge' AND h.from_status IN ('sent', 'accepted')
      AND h.to_status IN ('refused', 'wrong_code', 'not_sent', 'not_found')`,
};

export const DIRECT_BILLING_TOTALS: readonly TotalSource[] = [PAID, FAILED];
