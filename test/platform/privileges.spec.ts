import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { MIGRATIONS } from '../../src/migrations.js';
import { migrateDatabase } from '../../src/runtime/database/schema/migrate.js';
import { APPLICATION_GRANTS, READ_ONLY_TABLES } from '../../src/runtime/database/schema/application-grants.js';
import { RoleMayCreateError } from '../../src/runtime/database/schema/privileges.js';
import { testServerInfo } from '../support/test-server-info.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let superuser: Client;
let appRole: string;
beforeEach(async () => {
  database = await createTestDatabase();
  appRole = decodeURIComponent(new URL(database.appUrl).username);
  const url = new URL(testServerInfo().superuser);
  url.pathname = `/${database.name}`;
  superuser = new Client({ connectionString: url.href });
  await superuser.connect();
});
afterEach(async () => {
  await superuser.end();
  await database.drop();
});

const migrate = (): Promise<string[]> => migrateDatabase(database.ownerUrl, MIGRATIONS, { appRole });

/** All privileges on tables, sequences, columns and functions. */
async function allPrivileges(): Promise<unknown[]> {
  const { rows } = await superuser.query(
    `SELECT n.nspname, c.relname, '' AS attname, c.relacl::text AS acl FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname !~ '^(pg_|information)'
     UNION ALL SELECT '', attrelid::regclass::text, attname, attacl::text FROM pg_attribute WHERE attacl IS NOT NULL
     UNION ALL SELECT '', oid::regprocedure::text, '', proacl::text FROM pg_proc WHERE pronamespace IN (SELECT oid FROM pg_namespace WHERE nspname !~ '^(pg_|information)')
     ORDER BY 1, 2, 3`,
  );
  return rows;
}

describe('rights of the application’s role', () => {
  it('are restored by the next migration after other rights were granted', async () => {
    const before = await allPrivileges();
    await superuser.query(
      `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${appRole}; GRANT CREATE ON SCHEMA public TO PUBLIC; GRANT EXECUTE ON FUNCTION wallet_apply_postings TO PUBLIC`,
    );
    expect(await allPrivileges()).not.toEqual(before);
    expect(await migrate()).toEqual([]);
    expect(await allPrivileges()).toEqual(before);
  });

  it('are defined for every table, except the default partition of state_history', async () => {
    const { rows } = await superuser.query<{ relname: string }>(
      "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname !~ '_\\d{4}_\\d{2}$' ORDER BY 1",
    );
    const coveredTables = new Set<string>([...READ_ONLY_TABLES, ...Object.keys(APPLICATION_GRANTS.tables)]);
    expect(rows.map(({ relname }) => relname).filter((name) => !coveredTables.has(name))).toEqual(['state_history_default']);
  });

  it('are not granted to a role that may create objects', async () => {
    await superuser.query(`CREATE SCHEMA elsewhere; GRANT CREATE ON SCHEMA elsewhere TO PUBLIC`);
    await expect(migrate()).rejects.toThrow(new RoleMayCreateError(appRole, ['SCHEMA elsewhere']));
    await superuser.query(`DROP SCHEMA elsewhere; GRANT CREATE ON DATABASE ${database.name} TO ${appRole}`);
    await expect(migrate()).rejects.toThrow(`may create objects in DATABASE ${database.name}`);
  });
});

describe('functions of the schema', () => {
  it('all set a search path with temporary objects last, so that these cannot replace objects of the schema', async () => {
    const { rows } = await superuser.query<{ name: string; path: string | null }>(
      `SELECT p.oid::regprocedure::text AS name, (SELECT s FROM unnest(proconfig) AS s WHERE s LIKE 'search_path=%') AS path
       FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace WHERE n.nspname !~ '^(pg_|information_schema)' AND prokind <> 'a'`,
    );
    expect(rows.length).toBeGreaterThan(90);
    expect(rows.filter(({ path }) => !/^search_path=(public|bullmq|sandbox), pg_temp$/.test(path ?? ''))).toEqual([]);
  });

  it('run as the owner only if they are in this list, and then not every role may call them', async () => {
    const { rows } = await superuser.query<{ name: string; anybody: boolean }>(
      `SELECT p.proname AS name, has_function_privilege('public', p.oid, 'EXECUTE') AS anybody
       FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace WHERE n.nspname !~ '^(pg_|information_schema)' AND prosecdef ORDER BY 1`,
    );
    expect(rows).toEqual(
      [
        'drop_webhook_attempt_month',
        'ensure_month_partitions',
        'erase_direct_billing',
        'erase_links',
        'erase_notifications',
        'erase_payments',
        'erase_sms',
        'payment_charge_follows_attempt',
        'payment_charge_follows_payment',
        'payment_charge_moves_sums',
        'payment_link_erase',
        'payment_refund_moves_sums',
        'wallet_apply_postings',
        'wallet_available',
        'wallet_line_added',
        'wallet_of_account',
      ].map((name) => ({
        name,
        anybody: false,
      })),
    );
  });
});
