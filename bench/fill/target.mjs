// The database that is filled or measured. It must not be in production use.
import { resolve } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../dist/runtime/database/embedded/embedded-postgres.js';
import { MIGRATIONS } from '../../dist/migrations.js';
import { migrateDatabase } from '../../dist/runtime/database/schema/migrate.js';
import { Stop } from '../../scripts/console.mjs';

const PARTNER = 'Benchmark';
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]', '::1'];

/**
 * Opens the database of DATABASE_URL, or an embedded one in the folder, with the newest schema.
 * @param {{ dataDir?: string, host?: string }} options `host` confirms the use of a database on another machine
 */
export async function openTarget({ dataDir, host }) {
  const { DATABASE_URL, DATABASE_OWNER_URL = DATABASE_URL, NODE_ENV } = process.env;
  if (NODE_ENV === 'production') throw new Stop('NODE_ENV is production: benchmarks must not use this database.');
  if (!dataDir && !DATABASE_URL) throw new Stop('Name a database: DATABASE_URL, or --data-dir for an embedded one.');
  if (!dataDir) requireConfirmedHost(new URL(DATABASE_URL).hostname, host);
  const cluster = dataDir && (await startEmbeddedPostgres({ dataDir: resolve(dataDir), role: 'guest', settings: SETTINGS }));
  const [ownerUrl, appUrl] = cluster ? [cluster.ownerUrl(), cluster.appUrl()] : [DATABASE_OWNER_URL, DATABASE_URL];
  const close = async () => cluster?.stop();
  try {
    await migrateDatabase(ownerUrl, MIGRATIONS, { appRole: decodeURIComponent(new URL(appUrl).username) });
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    await rejectForeignDatabase(client);
    return { client, ownerUrl, appUrl, close: () => client.end().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

const SETTINGS = { shared_buffers: '1GB', max_wal_size: '4GB' };

function requireConfirmedHost(hostname, confirmed) {
  if (LOCAL_HOSTS.includes(hostname) || hostname === confirmed) return;
  throw new Stop(`The database is on another machine. To confirm that, add --host ${hostname}`);
}

/** Throws for a database with other partners, because it may be in production use. */
async function rejectForeignDatabase(client) {
  const { rows } = await client.query('SELECT name FROM partner WHERE NOT demo AND name <> $1 LIMIT 3', [PARTNER]);
  if (rows.length > 0)
    throw new Stop(`The database has partners (${rows.map(({ name }) => name).join(', ')}): it looks like a production database.`);
}

/** The partner of all benchmark rows. */
export async function benchmarkPartner(client) {
  const { rows: existing } = await client.query('SELECT id FROM partner WHERE name = $1', [PARTNER]);
  if (existing[0]) return existing[0].id;
  const { rows: created } = await client.query(
    'INSERT INTO partner (id, name, created_at) VALUES (gen_random_uuid(), $1, now()) RETURNING id',
    [PARTNER],
  );
  return created[0].id;
}
