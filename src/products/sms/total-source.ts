import type { TotalSource } from '../../platform/totals/total-sources.js';

/** A message is paid when its transaction is created, so a transaction has no state history. Sales are counted from the ledger. No sale fails. */
export const SMS_TOTALS: TotalSource = {
  log: 'ledger_entry',
  select: `
    SELECT t.service_id, e.occurred_at AS at, t.test, 'paid' AS outcome, 'sms' AS channel, '' AS reason, 'PLN' AS currency, t.gross_minor AS amount_minor
    FROM fresh e JOIN sms_transaction t ON t.id = CASE e.kind WHEN 'sms.received' THEN substr(e.reference, 5)::bigint END`,
};
