import type { QueryRunner } from 'typeorm';
import { APPLICATION_GRANTS, READ_ONLY_TABLES } from './application-grants.js';
import { QUEUE_SCHEMA } from './queue-schema.js';

/** Schemas without money, in which the application's role may change all rows. */
const WRITABLE_SCHEMAS = ['sandbox', QUEUE_SCHEMA];
const SCHEMAS = ['public', ...WRITABLE_SCHEMAS];

/** The application's role could create objects and use them to evade the constraints and triggers of the database. */
export class RoleMayCreateError extends Error {
  constructor(role: string, objects: readonly string[]) {
    super(
      `The role ${role} of DATABASE_URL may create objects in ${objects.join(', ')}. Revoke that as a superuser or the owner: ` +
        `REVOKE CREATE ON ${objects.join(', ')} FROM PUBLIC, ${role};`,
    );
    this.name = 'RoleMayCreateError';
  }
}

/**
 * Grants the application's role exactly the rights that it needs. It can be repeated and runs after every migration. All grants are in one
 * transaction, so that a running gateway never loses its rights.
 * @throws RoleMayCreateError when the role may create objects by a right that only another role can revoke.
 */
export async function grantToApplication(runner: QueryRunner, role: string): Promise<void> {
  const [row] = (await runner.query('SELECT quote_ident($1) AS role, current_user = $1 AS same', [role])) as [
    { role: string; same: boolean },
  ];
  if (row.same) return; // the installation has only one role, which owns the tables already
  await runner.query([...SCHEMAS.flatMap((schema) => schemaGrants(schema, row.role)), ...publicGrants(row.role)].join('\n'));
  await assertMayNotCreate(runner, role);
}

function schemaGrants(schema: string, role: string): string[] {
  return [
    `REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC, ${role};`,
    `GRANT USAGE ON SCHEMA ${schema} TO ${role};`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${role};`,
    // A role that may execute a trigger function could attach the function to a temporary table and call it with any rows.
    `REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ${schema} FROM PUBLIC, ${role};`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};`,
    ...(WRITABLE_SCHEMAS.includes(schema)
      ? [
          `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};`,
          `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role};`,
        ]
      : []),
  ];
}

/** Grants in the schema with the money tables, where each right is listed. */
function publicGrants(role: string): string[] {
  const { tables, functions } = APPLICATION_GRANTS;
  return [
    `GRANT SELECT ON ${[...READ_ONLY_TABLES, ...Object.keys(tables)].join(', ')} TO ${role};`,
    ...Object.entries(tables).flatMap(([table, rights]) => rights.map((right) => `GRANT ${right} ON ${table} TO ${role};`)),
    ...functions.map((name) => `GRANT EXECUTE ON FUNCTION ${name} TO ${role};`),
  ];
}

async function assertMayNotCreate(runner: QueryRunner, role: string): Promise<void> {
  const creatable = (await runner.query(
    `SELECT 'SCHEMA ' || quote_ident(nspname) AS name FROM pg_namespace
     WHERE nspname !~ '^pg_(temp|toast)' AND has_schema_privilege($1, oid, 'CREATE')
     UNION ALL SELECT 'DATABASE ' || quote_ident(current_database()) WHERE has_database_privilege($1, current_database(), 'CREATE')`,
    [role],
  )) as { name: string }[];
  if (creatable.length > 0)
    throw new RoleMayCreateError(
      role,
      creatable.map(({ name }) => name),
    );
}
