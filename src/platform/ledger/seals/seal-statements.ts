import { digestsOf, NO_HASH, sealHash } from './digest.js';

/**
 * Parameter: about how many entries. Seals what is committed and was not sealed yet, in the order of transactions, and the entries of one
 * transaction together: below the oldest transaction that is under way nothing can be added any more. Answers nothing when nothing is new.
 */
export const SEAL = `
  WITH last AS (
    SELECT coalesce(max(number), 0) AS number FROM ledger_seal
  ), before AS (
    SELECT last.number, coalesce(s.last_xid, '0'::xid8) AS last_xid, coalesce(s.hash, ${NO_HASH}) AS hash FROM last LEFT JOIN ledger_seal s USING (number)
  ), digested AS MATERIALIZED (${digestsOf(`
    SELECT * FROM ledger_entry
    WHERE created_xid > (SELECT last_xid FROM before) AND created_xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY created_xid FETCH FIRST $1 ROWS WITH TIES`)}
  ), made AS (
    SELECT before.number + 1 AS number, before.hash AS before, (array_agg(d.created_xid ORDER BY d.created_xid DESC))[1] AS last_xid,
      count(*)::int AS entries, string_agg(d.digest, ''::bytea ORDER BY d.id) AS digests
    FROM digested d CROSS JOIN before GROUP BY before.number, before.hash
  ), entry AS (
    INSERT INTO ledger_sealed_entry (entry_id, seal, digest) SELECT d.id, made.number, d.digest FROM digested d CROSS JOIN made ORDER BY d.id
  )
  INSERT INTO ledger_seal (number, last_xid, entries, hash)
  SELECT number, last_xid, entries, ${sealHash('before', 'number', 'last_xid', 'digests')} FROM made
  RETURNING entries`;

export const HEAD = `
  SELECT number::text, encode(hash, 'hex') AS hash, sealed_at, (SELECT sum(entries)::text FROM ledger_seal) AS entries
  FROM ledger_seal ORDER BY ledger_seal.number DESC LIMIT 1`;

/**
 * Parameters: from (included) and to (excluded), ids of entries. The first that is not what was sealed, and how. An entry without a seal is
 * one that came since the last seal, unless its transaction is older.
 */
export const BROKEN_SEALED = `
  SELECT id, CASE
      WHEN e.id IS NULL THEN 'it was removed after seal ' || s.seal
      WHEN s.digest IS NULL THEN 'it was inserted behind the seals: its transaction was sealed without it'
      ELSE 'it was changed after seal ' || s.seal END AS reason
  FROM (${digestsOf('SELECT * FROM ledger_entry WHERE id >= $1 AND id < $2')}) AS e
  FULL JOIN (SELECT entry_id AS id, seal, digest FROM ledger_sealed_entry WHERE entry_id >= $1 AND entry_id < $2) AS s USING (id)
  WHERE e.digest IS DISTINCT FROM s.digest
    AND NOT (s.digest IS NULL AND e.created_xid > coalesce((SELECT last_xid FROM ledger_seal ORDER BY number DESC LIMIT 1), '0'::xid8))
  ORDER BY id LIMIT 1`;

/** Parameters: number of the seal that all before are proved to, how many to look at. Each with what its hash has to be. */
export const SEALS_AFTER = `
  SELECT number::text, (number - before_number)::int AS step, encode(hash, 'hex') AS hash, entries, sealed::int,
    hash = ${sealHash('before', 'number', 'last_xid', `coalesce(digests, ''::bytea)`)} AS sound
  FROM (
    SELECT s.number, s.hash, s.last_xid, s.entries, coalesce(b.number, 0) AS before_number, coalesce(b.hash, ${NO_HASH}) AS before, l.sealed, l.digests
    FROM (SELECT * FROM ledger_seal WHERE number > $1 ORDER BY number LIMIT $2) AS s
    LEFT JOIN LATERAL (SELECT number, hash FROM ledger_seal b WHERE b.number < s.number ORDER BY b.number DESC LIMIT 1) AS b ON true
    CROSS JOIN LATERAL (SELECT count(*) AS sealed, string_agg(digest, ''::bytea ORDER BY entry_id) AS digests FROM ledger_sealed_entry x WHERE x.seal = s.number) AS l
  ) AS proved
  ORDER BY proved.number`;

/** The last seal that entries say they have. */
export const NEWEST_SEALED = 'SELECT max(seal)::text AS seal FROM ledger_sealed_entry';
