import { sealStatements } from '../seals/seal-statements.js';

const lengthPrefixed = (text: string): string => `coalesce(octet_length(${text}) || ':' || ${text}, '-')`;

/**
 * The hash chain over audit entries. Each text is preceded by its length, so that no two entries have the same input. JSON is in
 * PostgreSQL's text format. Only changes made in the panel have a partner or an address; when both are null, they are left out of the hash.
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
