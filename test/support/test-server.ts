import { Client } from 'pg';
import { ensureDatabase, ensureRole } from '../../src/runtime/database/embedded/roles.js';
import { MIGRATIONS } from '../../src/migrations.js';
import { migrateDatabase } from '../../src/runtime/database/schema/migrate.js';
import { startEmbeddedTestServer } from './test-server-embedded.js';
import { useExternalServer } from './test-server-external.js';
import { publishTestServerInfo, TestServerInfo, urlFor } from './test-server-info.js';

export interface TestServer {
  info: TestServerInfo;
  /** Lines of the server log that no test may cause. Empty for an external server, whose log is not read. */
  defects(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts one server for the whole run with a migrated template database. The workers get its data through the environment. */
export async function startTestServer(): Promise<TestServer> {
  const externalUrl = process.env['TEST_DATABASE_URL'];
  const server = externalUrl ? await useExternalServer(externalUrl) : await startEmbeddedTestServer();
  try {
    await makeTemplate(server.info);
  } catch (error) {
    await server.stop();
    throw error;
  }
  publishTestServerInfo(server.info);
  return server;
}

async function makeTemplate(info: TestServerInfo): Promise<void> {
  const client = new Client({ connectionString: info.superuser });
  await client.connect();
  try {
    await expectVersion(client);
    await ensureRole(client, info.owner.name, info.owner.password);
    await ensureRole(client, info.app.name, info.app.password);
    await ensureDatabase(client, info.template, { owner: info.owner.name, app: info.app.name });
    await migrateDatabase(urlFor(info, info.owner, info.template), MIGRATIONS, { appRole: info.app.name });
    // PostgreSQL cannot clone a database with open connections.
    await client.query(`ALTER DATABASE ${client.escapeIdentifier(info.template)} WITH ALLOW_CONNECTIONS false`);
  } finally {
    await client.end();
  }
}

/** `TEST_POSTGRES` is the major version that a run must test. On another version the run would pass without testing it. */
async function expectVersion(client: Client): Promise<void> {
  const requiredVersion = process.env['TEST_POSTGRES'];
  if (!requiredVersion) return;
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const [{ server_version: version } = { server_version: '' }] = rows;
  if (version.split('.')[0] !== requiredVersion)
    throw new Error(`TEST_POSTGRES requires PostgreSQL ${requiredVersion}, but the server is ${version}`);
}
