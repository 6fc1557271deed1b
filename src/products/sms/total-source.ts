import type { TotalSource } from '../../platform/products/total-source.js';

/** A transaction is paid when it is created, so it has no state history. Transactions are counted from the ledger. None of them fails. */
export const SMS_TOTALS: TotalSource = {
  log: 'ledger_entry',
  select: `
    SELECT t.service_id, e.occurred_at AS at, t.test, 'paid' AS outcome, 'sms' AS channel, '' AS reason, 'PLN' AS currency, t.gross_minor AS amount_minor
    FROM fresh e JOIN sms_transaction t ON t.id = CASE e.kind WHEN 'sms.received' THEN substr(e.reference, 5)::bigint END`,
};
