/** An append-only table, and the two tables of its seals. */
export interface SealedTable {
  /** The table must have the columns `id` (uuid) and `created_xid`. A trigger sets `created_xid`. */
  table: string;
  seals: string;
  /** Table with the digest of each sealed row and the number of its seal. */
  sealed: string;
  /** Column of `sealed` with the row's id. */
  sealedId: string;
  /**
   * SQL of the digests of rows: `id, created_xid, digest`. A digest covers the whole row, and no two rows have the same input.
   * @param rows SQL of whole rows of the table.
   */
  digestsOf: (rows: string) => string;
}

export interface SealStatements extends SealedTable {
  /**
   * Parameter: approximate number of rows. Seals committed rows that have no seal, in the order of their transactions. Rows of one
   * transaction are sealed together. Only transactions older than the oldest open one are sealed, because no rows can be added to these.
   * Returns no row when there is nothing to seal.
   */
  seal: string;
  /** Returns the newest seal, with the number of rows that all seals cover. No row before the first seal. */
  head: string;
  /**
   * Parameters: from (included) and to (excluded), ids of rows. Returns the first row that differs from its sealed digest, and the reason.
   * A row without a seal is correct when its transaction is newer than the last seal.
   */
  brokenSealed: string;
  /** Parameters: number of the last verified seal, number of seals. Returns the next seals, each with whether its hash is correct. */
  sealsAfter: string;
  /** Returns the number of the newest seal that a sealed row names. */
  newestSealed: string;
  /** Returns a row when any row was sealed. */
  anySealed: string;
}

/**
 * SQL of a seal's hash. It covers the previous seal's hash, the seal's number, its last transaction, and the digests of its rows in the
 * order of the rows. For the first seal, 32 zero bytes replace the previous hash.
 */
const sealHash = (previousHash: string, number: string, lastXid: string, digests: string): string =>
  `sha256(${previousHash} || convert_to(${number} || '|' || ${lastXid} || '|', 'UTF8') || ${digests})`;

/** SQL of the hash before the first seal. */
const HASH_BEFORE_FIRST = `decode(repeat('00', 32), 'hex')`;

/** Makes the statements for a chain of seals. Rows are sealed after their commit, and each seal's hash covers the previous seal's hash. */
export function sealStatements(sealedTable: SealedTable): SealStatements {
  const { table, seals, sealed, sealedId, digestsOf } = sealedTable;
  return {
    ...sealedTable,
    seal: `
  WITH last AS (
    SELECT coalesce(max(number), 0) AS number FROM ${seals}
  ), before AS (
    SELECT last.number, coalesce(s.last_xid, '0'::xid8) AS last_xid, coalesce(s.hash, ${HASH_BEFORE_FIRST}) AS hash FROM last LEFT JOIN ${seals} s USING (number)
  ), digested AS MATERIALIZED (${digestsOf(`
    SELECT * FROM ${table}
    WHERE created_xid > (SELECT last_xid FROM before) AND created_xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY created_xid FETCH FIRST $1 ROWS WITH TIES`)}
  ), made AS (
    SELECT before.number + 1 AS number, before.hash AS before, (array_agg(d.created_xid ORDER BY d.created_xid DESC))[1] AS last_xid,
      count(*)::int AS entries, string_agg(d.digest, ''::bytea ORDER BY d.id) AS digests
    FROM digested d CROSS JOIN before GROUP BY before.number, before.hash
  ), entry AS (
    INSERT INTO ${sealed} (${sealedId}, seal, digest) SELECT d.id, made.number, d.digest FROM digested d CROSS JOIN made ORDER BY d.id
  )
  INSERT INTO ${seals} (number, last_xid, entries, hash)
  SELECT number, last_xid, entries, ${sealHash('before', 'number', 'last_xid', 'digests')} FROM made
  RETURNING entries`,
    head: `
  SELECT number::text, encode(hash, 'hex') AS hash, sealed_at, (SELECT sum(entries)::text FROM ${seals}) AS entries
  FROM ${seals} ORDER BY ${seals}.number DESC LIMIT 1`,
    brokenSealed: `
  SELECT id, CASE
      WHEN e.id IS NULL THEN 'it was removed after seal ' || s.seal
      WHEN s.digest IS NULL THEN 'it was inserted after sealing: its transaction was sealed without it'
      ELSE 'it was changed after seal ' || s.seal END AS reason
  FROM (${digestsOf(`SELECT * FROM ${table} WHERE id >= $1 AND id < $2`)}) AS e
  FULL JOIN (SELECT ${sealedId} AS id, seal, digest FROM ${sealed} WHERE ${sealedId} >= $1 AND ${sealedId} < $2) AS s USING (id)
  WHERE e.digest IS DISTINCT FROM s.digest
    AND NOT (s.digest IS NULL AND e.created_xid > coalesce((SELECT last_xid FROM ${seals} ORDER BY number DESC LIMIT 1), '0'::xid8))
  ORDER BY id LIMIT 1`,
    sealsAfter: `
  SELECT number::text, (number - before_number)::int AS step, encode(hash, 'hex') AS hash, entries, sealed::int,
    hash = ${sealHash('before', 'number', 'last_xid', `coalesce(digests, ''::bytea)`)} AS sound
  FROM (
    SELECT s.number, s.hash, s.last_xid, s.entries, coalesce(b.number, 0) AS before_number, coalesce(b.hash, ${HASH_BEFORE_FIRST}) AS before, l.sealed, l.digests
    FROM (SELECT * FROM ${seals} WHERE number > $1 ORDER BY number LIMIT $2) AS s
    LEFT JOIN LATERAL (SELECT number, hash FROM ${seals} b WHERE b.number < s.number ORDER BY b.number DESC LIMIT 1) AS b ON true
    CROSS JOIN LATERAL (SELECT count(*) AS sealed, string_agg(digest, ''::bytea ORDER BY ${sealedId}) AS digests FROM ${sealed} x WHERE x.seal = s.number) AS l
  ) AS checked
  ORDER BY checked.number`,
    newestSealed: `SELECT max(seal)::text AS seal FROM ${sealed}`,
    anySealed: `SELECT FROM ${sealed} LIMIT 1`,
  };
}
