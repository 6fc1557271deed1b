import type { SettlementSource } from '../../platform/products/settlement-source.js';

/** The settlement file of the SMS gateway lists messages by the SMS gateway's own ids. */
export const SMS_SETTLEMENT_SOURCE: SettlementSource = {
  providers: ['sms'],
  lookup: `
    SELECT l.reference AS named, '{}'::uuid[] AS own, ARRAY[t.message_id COLLATE "default"] AS names, t.gross_minor AS amount_minor, 'PLN' AS currency, 1::bigint AS nth
    FROM line l CROSS JOIN LATERAL (SELECT * FROM sms_transaction x WHERE x.message_id = l.reference OFFSET 0) AS t
    WHERE $1 = 'sms' AND t.test = $2`,
  ofEntries: `
    SELECT e.id, '{}'::uuid[] AS own, ARRAY[t.message_id COLLATE "default"] AS names, t.gross_minor AS amount_minor, 'PLN' AS currency, 1::bigint AS nth
    FROM entry e CROSS JOIN LATERAL (
      SELECT * FROM sms_transaction x WHERE x.id = CASE e.kind WHEN 'sms.received' THEN substr(e.reference, 5)::bigint END OFFSET 0) AS t
    WHERE $1 = 'sms' AND t.test = $2`,
};
