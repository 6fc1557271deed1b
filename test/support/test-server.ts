import { Client } from 'pg';
import { ensureDatabase, ensureRole } from '../../src/runtime/database/embedded/roles.js';
import { MIGRATIONS } from '../../src/migrations.js';
import { migrateDatabase } from '../../src/runtime/database/schema/migrate.js';
import { startEmbeddedTestServer } from './test-server-embedded.js';
import { useExternalServer } from './test-server-external.js';
import { publishTestServerInfo, TestServerInfo, urlFor } from './test-server-info.js';

export interface TestServer {
  info: TestServerInfo;
  /** Errors in the server log that fail the run. For an external server, whose log is not read: only the loss of the run's session. */
  defects(): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * Starts one server for the whole run and creates the migrated template database.
 * jest's workers get the address and the logins through an environment variable.
 */
export async function startTestServer(): Promise<TestServer> {
  const externalUrl = process.env['TEST_DATABASE_URL'];
  const server = externalUrl ? await useExternalServer(externalUrl) : await startEmbeddedTestServer();
  try {
    await createTemplate(server.info);
  } catch (error) {
    await server.stop();
    throw error;
  }
  publishTestServerInfo(server.info);
  return server;
}

async function createTemplate(info: TestServerInfo): Promise<void> {
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

/** `TEST_POSTGRES` is the major version that a run must test. A run on another version fails. */
async function expectVersion(client: Client): Promise<void> {
  const requiredVersion = process.env['TEST_POSTGRES'];
  if (!requiredVersion) return;
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const [{ server_version: version } = { server_version: '' }] = rows;
  if (version.split('.')[0] !== requiredVersion)
    throw new Error(`TEST_POSTGRES requires PostgreSQL ${requiredVersion}, but the server is ${version}`);
}
