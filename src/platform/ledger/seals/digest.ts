const micros = (moment: string): string => `(extract(epoch FROM ${moment}) * 1000000)::bigint`;
const named = (text: string): string => `octet_length(${text}) || ':' || ${text}`;

/**
 * SQL of the digests of entries: `id, created_xid, digest`. Everything that was written with an entry is in it: its postings, and what the
 * accounts are that they name. Texts carry their length, so that no two entries are written alike.
 * @param entries SQL of whole rows of `ledger_entry`.
 */
export const digestsOf = (entries: string): string => `
  SELECT e.id, e.created_xid, sha256(convert_to(
    concat_ws('|', e.id, ${named('e.kind')}, ${named('e.reference')}, e.test, ${micros('e.occurred_at')}, ${micros('e.created_at')}, e.created_xid)
      || coalesce(string_agg(concat_ws(',', '|' || p.line, p.account_id, coalesce(a.kind, '?'), coalesce(a.partner_id::text, '-'),
        coalesce(a.currency, '?'), coalesce(a.test, false), p.amount_minor, p.currency), '' ORDER BY p.line), ''), 'UTF8')) AS digest
  FROM (${entries}) AS e LEFT JOIN ledger_posting p ON p.entry_id = e.id LEFT JOIN ledger_account a ON a.id = p.account_id
  GROUP BY e.id, e.kind, e.reference, e.test, e.occurred_at, e.created_at, e.created_xid`;

/**
 * SQL of a seal's hash, from the hash before it (32 zero bytes for the first), its number, its last transaction and the digests that it
 * covers, in the order of their entries.
 */
export const sealHash = (before: string, number: string, lastXid: string, digests: string): string =>
  `sha256(${before} || convert_to(${number} || '|' || ${lastXid} || '|', 'UTF8') || ${digests})`;

/** What the first seal follows from, as SQL. */
export const NO_HASH = `decode(repeat('00', 32), 'hex')`;
