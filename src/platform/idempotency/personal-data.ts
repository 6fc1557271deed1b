import { columnsAsText, type PersonalDataSource } from '../products/personal-data-source.js';

const ERASE = `
  WITH erased AS (
    UPDATE idempotency_key k SET body = regexp_replace(k.body, $3, 'erased', 'gi')
    FROM unnest($1::uuid[], $2::text[]) AS given (partner_id, key)
    WHERE (k.partner_id, k.key) = (given.partner_id, given.key) AND k.body IS NOT NULL RETURNING k.key
  )
  SELECT count(*)::int AS erased FROM erased`;

/**
 * Erases personal data from responses that are stored for repeated requests. Keys are not changed, because a repeated request could then
 * take effect twice. A key that names a payer remains until it is deleted.
 */
export const STORED_RESPONSES: PersonalDataSource = {
  name: 'idempotency_answers',
  table: 'idempotency_key',
  key: [
    { column: 'partner_id', type: 'uuid' },
    { column: 'key', type: 'text' },
  ],
  searchedTextSql: columnsAsText('t', ['key', 'body']),
  blockedReasonSql: `CASE WHEN t.key ~* $1 THEN 'the partner''s Idempotency-Key names the payer' WHEN t.body IS NULL THEN 'its request is under way' END`,
  blockedHint: 'Keys are deleted after seven days.',
  async erase(tx, keys, payerPattern) {
    const [row] = await tx.query<{ erased: number }[]>(ERASE, [keys.map(([id]) => id), keys.map(([, key]) => key), payerPattern]);
    return row?.erased ?? 0;
  },
};
