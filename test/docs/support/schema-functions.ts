import type { Client } from 'pg';

const FUNCTIONS = `
  SELECT rtrim(pg_get_functiondef(oid)) || ';' AS text FROM pg_proc
  WHERE pronamespace = $1::regnamespace AND prokind IN ('f', 'p') ORDER BY proname COLLATE "C", pg_get_function_identity_arguments(oid) COLLATE "C"`;

export async function functionTexts(client: Client, schema: string): Promise<string[]> {
  return selectTexts(client, FUNCTIONS, [schema]);
}

/** Sorts privileges in the same order in each version of PostgreSQL. */
const PRIVILEGE_ORDER = `array_position(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN'], privilege_type)`;

// All roles may use the schema public. In PostgreSQL up to version 14 the server grants this right, not the migrations.
const SCHEMA_GRANTS = `
  SELECT 'GRANT ' || string_agg(privilege_type, ', ' ORDER BY privilege_type) || ' ON SCHEMA ' || quote_ident(nspname) || ' TO ' || $2::text || ';' AS text
  FROM pg_namespace CROSS JOIN aclexplode(nspacl) WHERE nspname = ANY ($1) AND nspname <> 'public' AND grantee = $2::regrole GROUP BY nspname ORDER BY nspname COLLATE "C"`;

const TABLE_GRANTS = `
  SELECT 'GRANT ' || string_agg(privilege_type, ', ' ORDER BY ${PRIVILEGE_ORDER}) || ' ON ' || c.oid::regclass || ' TO ' || $2::text || ';' AS text
  FROM pg_class c CROSS JOIN aclexplode(relacl)
  WHERE relnamespace = ANY ($1::regnamespace[]) AND relkind IN ('r', 'p') AND grantee = $2::regrole AND NOT (relispartition AND relname ~ '_[0-9]{4}_[0-9]{2}$')
  GROUP BY c.oid, relnamespace, relname ORDER BY relnamespace::regnamespace::text COLLATE "C", relname COLLATE "C"`;

const COLUMN_GRANTS = `
  SELECT 'GRANT ' || privilege_type || ' (' || string_agg(quote_ident(attname), ', ' ORDER BY attnum) || ') ON ' || c.oid::regclass || ' TO ' || $2::text || ';' AS text
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid CROSS JOIN aclexplode(attacl)
  WHERE relnamespace = ANY ($1::regnamespace[]) AND grantee = $2::regrole AND NOT (relispartition AND relname ~ '_[0-9]{4}_[0-9]{2}$')
  GROUP BY c.oid, relnamespace, relname, privilege_type ORDER BY relnamespace::regnamespace::text COLLATE "C", relname COLLATE "C", ${PRIVILEGE_ORDER}`;

const SEQUENCE_GRANTS = `
  SELECT 'GRANT ' || string_agg(privilege_type, ', ' ORDER BY privilege_type) || ' ON SEQUENCE ' || c.oid::regclass || ' TO ' || $2::text || ';' AS text
  FROM pg_class c CROSS JOIN aclexplode(relacl)
  WHERE relnamespace = ANY ($1::regnamespace[]) AND relkind = 'S' AND grantee = $2::regrole
  GROUP BY c.oid, relnamespace, relname ORDER BY relnamespace::regnamespace::text COLLATE "C", relname COLLATE "C"`;

// A function without an access list may be called by all roles: its default is a grant to PUBLIC.
const FUNCTION_GRANTS = `
  SELECT CASE WHEN everybody THEN '' ELSE 'REVOKE EXECUTE ON FUNCTION ' || name || ' FROM PUBLIC;' END
      || CASE WHEN application THEN CASE WHEN everybody THEN '' ELSE ' ' END || 'GRANT EXECUTE ON FUNCTION ' || name || ' TO ' || $2::text || ';' ELSE '' END AS text
  FROM (SELECT oid::regprocedure::text AS name, pronamespace::regnamespace::text AS schema,
               EXISTS (SELECT FROM aclexplode(coalesce(proacl, acldefault('f', proowner))) WHERE grantee = 0) AS everybody,
               EXISTS (SELECT FROM aclexplode(proacl) WHERE grantee = $2::regrole) AS application
        FROM pg_proc WHERE pronamespace = ANY ($1::regnamespace[]) AND prokind IN ('f', 'p')) AS f
  ORDER BY schema COLLATE "C", name COLLATE "C"`;

/** The rights of the application's role, and the functions that only some roles may call. */
export async function grantTexts(client: Client, schemas: string[], appRole: string): Promise<string[]> {
  const grants: string[] = [];
  for (const sql of [SCHEMA_GRANTS, TABLE_GRANTS, COLUMN_GRANTS, SEQUENCE_GRANTS, FUNCTION_GRANTS])
    grants.push(...(await selectTexts(client, sql, [schemas, appRole])).filter((text) => text !== ''));
  return grants;
}

async function selectTexts(client: Client, sql: string, values: unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(sql, values);
  return rows.map(({ text }) => text);
}
