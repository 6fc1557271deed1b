import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { ensureDatabase } from '../../src/runtime/database/embedded/roles.js';
import { migrateDatabase } from '../../src/runtime/database/schema/migrate.js';
import { MigrationInProgressError } from '../../src/runtime/database/schema/migration-lock.js';
import { MIGRATIONS } from '../../src/migrations.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { PATIENCE_MS } from '../support/patience.js';
import { programArguments } from '../support/program.js';
import { testServerInfo, urlFor } from '../support/test-server-info.js';
import { retryWhileInUse } from '../support/test-database.js';
import { until } from '../support/until.js';

const ROOT = join(import.meta.dirname, '../..');
const MIGRATION_NAMES = MIGRATIONS.map(({ name }) => name);
const info = testServerInfo();

let server: Client;
let superuser: Client;
let superuserUrl: string;
let ownerUrl: string;
let name: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  name = `${info.prefix}_empty_${process.pid}_${Date.now()}`;
  server = await connect(info.superuser);
  await ensureDatabase(server, name, { owner: info.owner.name, app: info.app.name });
  ownerUrl = urlFor(info, info.owner, name);
  const url = new URL(info.superuser);
  url.pathname = `/${name}`;
  superuserUrl = url.href;
  superuser = await connect(superuserUrl);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await superuser.end();
  await retryWhileInUse(() => server.query(`DROP DATABASE ${name} WITH (FORCE)`));
  await server.end();
});

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Key of the advisory lock that a migration holds, as in migration-lock.ts. */
const MIGRATION_LOCK = 7_203_550_912;

/** Runs `gateway migrate --json` in its own process. */
function startMigration() {
  const child = spawn(process.execPath, [...programArguments('cli/main'), 'migrate', '--json'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], DATABASE_URL: urlFor(info, info.app, name), DATABASE_OWNER_URL: ownerUrl, ENCRYPTION_KEYS },
  });
  children.push(child);
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(([[code], out, err]) => ({
    code,
    out,
    err,
  }));
  return { child, ended };
}

/** The number of sessions of migrations that wait for a lock. */
const countWaiting = (): Promise<number> =>
  superuser
    .query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gateway migrate' AND wait_event_type = 'Lock'",
    )
    .then(({ rowCount }) => rowCount ?? 0);

describe('concurrent processes that migrate a database', () => {
  it('run one after the other: the first migrates, the second finds nothing to do', async () => {
    const ends = await Promise.all([startMigration(), startMigration()].map(({ ended }) => ended));
    expect(ends.map(({ code, err }) => [code, err])).toEqual(ends.map(() => [0, '']));
    const migratedNames = ends.map(({ out }) => (JSON.parse(out) as { migrated: string[] }).migrated);
    expect(migratedNames.sort((one, other) => other.length - one.length)).toEqual([MIGRATION_NAMES, []]);
  });

  it('continue where a killed process stopped', async () => {
    const lockHolder = await connect(superuserUrl);
    await lockHolder.query('BEGIN; CREATE SCHEMA sandbox'); // the migration that creates this schema waits for this transaction
    const killed = startMigration();
    await until(countWaiting, (waiting) => waiting > 0);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const next = startMigration();
    await until(
      () => superuser.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_try_advisory_lock%'"),
      ({ rowCount }) => rowCount === 2, // the other row is this query itself
    );
    await lockHolder.end();
    const { code, out, err } = await next.ended;
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual({ migrated: MIGRATION_NAMES.slice(MIGRATION_NAMES.indexOf('Sandbox1820000000060')) });
    expect(await migrateDatabase(ownerUrl, MIGRATIONS, { appRole: info.app.name })).toEqual([]);
  });

  it('wait without a transaction, so that the process that migrates can build an index concurrently', async () => {
    await migrateDatabase(ownerUrl, MIGRATIONS, { appRole: info.app.name });
    const [owner, other] = [await connect(ownerUrl), await connect(ownerUrl)];
    const { rows } = await owner.query<{ pid: number }>(
      `SELECT pg_backend_pid() AS pid FROM (SELECT pg_advisory_lock(${MIGRATION_LOCK})) AS lock`,
    );
    const logLines: string[] = [];
    const secondMigration = migrateDatabase(ownerUrl, MIGRATIONS, { appRole: info.app.name, log: (line) => logLines.push(line) });
    await until(
      () => Promise.resolve(logLines.length),
      (count) => count > 0,
    );
    await owner.query(`SET statement_timeout = ${PATIENCE_MS}`);
    await owner.query('CREATE INDEX CONCURRENTLY built_meanwhile ON direct_billing_transaction (updated_at)');
    expect(logLines).toEqual(['another process is migrating this database, waiting until it has finished']);
    await other.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]); // this releases the lock, as if the process was killed
    expect(await secondMigration).toEqual([]);
    await other.end();
  });

  it('stop waiting with an error after the time limit', async () => {
    const owner = await connect(ownerUrl);
    await owner.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    const migration = migrateDatabase(ownerUrl, MIGRATIONS, { appRole: info.app.name, timeoutMs: 600 });
    await expect(migration).rejects.toThrow(MigrationInProgressError);
    await owner.end();
  });

  it('stop waiting on SIGTERM', async () => {
    const owner = await connect(ownerUrl);
    await owner.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    const { child, ended } = startMigration();
    await until(
      () => superuser.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gateway migrate'"),
      ({ rowCount }) => rowCount === 1,
    );
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 130, err: expect.stringContaining('Interrupted') });
    await owner.end();
  });
});
