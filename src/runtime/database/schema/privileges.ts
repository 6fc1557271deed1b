import type { QueryRunner } from 'typeorm';
import { APPLICATION_GRANTS, READ_ONLY_TABLES } from './application-grants.js';
import { QUEUE_SCHEMA } from './queue-schema.js';

const OUTSIDERS = ['sandbox', QUEUE_SCHEMA];
const SCHEMAS = ['public', ...OUTSIDERS];

/** The application's role could create objects and use them to get round the rules of the database. */
export class RoleMayCreateError extends Error {
  constructor(role: string, where: readonly string[]) {
    super(
      `The role ${role} of DATABASE_URL may create objects in ${where.join(', ')}. Revoke that as a superuser or the owner: ` +
        `REVOKE CREATE ON ${where.join(', ')} FROM PUBLIC, ${role};`,
    );
    this.name = 'RoleMayCreateError';
  }
}

/**
 * Grants the application's role exactly what it needs. May be repeated: it runs after every migration, in one transaction, so that a running
 * gateway is never without its rights.
 * @throws RoleMayCreateError when the role may create anything, which only another role can revoke.
 */
export async function grantToApplication(runner: QueryRunner, role: string): Promise<void> {
  const [row] = (await runner.query('SELECT quote_ident($1) AS role, current_user = $1 AS same', [role])) as [
    { role: string; same: boolean },
  ];
  if (row.same) return; // one role for everything: it owns the tables already
  await runner.query([...SCHEMAS.flatMap((schema) => ofSchema(schema, row.role)), ...ofPublic(row.role)].join('\n'));
  await refuseCreating(runner, role);
}

function ofSchema(schema: string, role: string): string[] {
  return [
    `REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC, ${role};`,
    `GRANT USAGE ON SCHEMA ${schema} TO ${role};`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${role};`,
    // A role that may execute a trigger function could attach it to a temporary table and feed it any rows.
    `REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ${schema} FROM PUBLIC, ${role};`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};`,
    ...(OUTSIDERS.includes(schema)
      ? [
          `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};`,
          `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role};`,
        ]
      : []),
  ];
}

/** The schema with the tables of money: each right is named. */
function ofPublic(role: string): string[] {
  const { tables, functions } = APPLICATION_GRANTS;
  return [
    `GRANT SELECT ON ${[...READ_ONLY_TABLES, ...Object.keys(tables)].join(', ')} TO ${role};`,
    ...Object.entries(tables).flatMap(([table, rights]) => rights.map((right) => `GRANT ${right} ON ${table} TO ${role};`)),
    ...functions.map((name) => `GRANT EXECUTE ON FUNCTION ${name} TO ${role};`),
  ];
}

async function refuseCreating(runner: QueryRunner, role: string): Promise<void> {
  const where = (await runner.query(
    `SELECT 'SCHEMA ' || quote_ident(nspname) AS name FROM pg_namespace
     WHERE nspname !~ '^pg_(temp|toast)' AND has_schema_privilege($1, oid, 'CREATE')
     UNION ALL SELECT 'DATABASE ' || quote_ident(current_database()) WHERE has_database_privilege($1, current_database(), 'CREATE')`,
    [role],
  )) as { name: string }[];
  if (where.length > 0)
    throw new RoleMayCreateError(
      role,
      where.map(({ name }) => name),
    );
}
