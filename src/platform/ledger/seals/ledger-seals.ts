import { sealStatements } from '../../seals/seal-statements.js';

const microseconds = (time: string): string => `(extract(epoch FROM ${time}) * 1000000)::bigint`;
const lengthPrefixed = (text: string): string => `octet_length(${text}) || ':' || ${text}`;

/**
 * SQL of the digests of entries: `id, created_xid, digest`. A digest covers the entry, its postings and their accounts. The length of each
 * text precedes the text, so that no two entries have the same input.
 * @param entries SQL of whole rows of `ledger_entry`.
 */
const digestsOf = (entries: string): string => `
  SELECT e.id, e.created_xid, sha256(convert_to(
    concat_ws('|', e.id, ${lengthPrefixed('e.kind')}, ${lengthPrefixed('e.reference')}, e.test, ${microseconds('e.occurred_at')}, ${microseconds('e.created_at')}, e.created_xid)
      || coalesce(string_agg(concat_ws(',', '|' || p.line, p.account_id, coalesce(a.kind, '?'), coalesce(a.partner_id::text, '-'),
        coalesce(a.currency, '?'), coalesce(a.test, false), p.amount_minor, p.currency), '' ORDER BY p.line), ''), 'UTF8')) AS digest
  FROM (${entries}) AS e LEFT JOIN ledger_posting p ON p.entry_id = e.id LEFT JOIN ledger_account a ON a.id = p.account_id
  GROUP BY e.id, e.kind, e.reference, e.test, e.occurred_at, e.created_at, e.created_xid`;

/** The statements for the ledger's chain of seals. */
export const LEDGER_SEALS = sealStatements({
  table: 'ledger_entry',
  seals: 'ledger_seal',
  sealed: 'ledger_sealed_entry',
  sealedId: 'entry_id',
  digestsOf,
});
