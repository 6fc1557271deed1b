import { sealStatements } from '../seals/seal-statements.js';

const lengthPrefixed = (text: string): string => `coalesce(octet_length(${text}) || ':' || ${text}, '-')`;

/**
 * The hash chain over audit entries. Each text is preceded by its length, and JSON is in PostgreSQL's text format. Partner and address are
 * hashed only when one of them is set, because only changes made in the panel have them.
 */
export const AUDIT_SEALS = sealStatements({
  table: 'audit_entry',
  seals: 'audit_seal',
  sealed: 'audit_sealed_entry',
  sealedId: 'entry_id',
  digestsOf: (entries) => `
  SELECT e.id, e.created_xid, sha256(convert_to(concat_ws('|', e.id, (extract(epoch FROM e.at) * 1000000)::bigint,
    ${['e.author', 'e.door', 'e.action', 'e.subject', 'e.subject_id', 'e.before::text', 'e.after::text', 'e.reason', 'e.request_id'].map(lengthPrefixed).join(', ')},
    e.created_xid, CASE WHEN e.partner_id IS NOT NULL OR e.address IS NOT NULL THEN concat_ws('|', ${['e.partner_id::text', 'e.address'].map(lengthPrefixed).join(', ')}) END), 'UTF8')) AS digest
  FROM (${entries}) AS e`,
});
