import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { retryWhileInUse } from './test-database.js';
import type { TestServer } from './test-server.js';

const PREFIX = 'gateway_test_';

/** An external server may have other users. Therefore all databases and roles of a run have the prefix of the run, which removes them. */
export async function useExternalServer(superuserUrl: string): Promise<TestServer> {
  const run = `${PREFIX}${randomBytes(4).toString('hex')}`;
  // This session stays open during the whole run. If a run has no session, it was killed, and `removeLeftovers` removes its databases.
  const session = new Client({ connectionString: superuserUrl, application_name: run });
  let sessionError: Error | undefined;
  session.on('error', (error) => (sessionError = error));
  await session.connect();
  await removeLeftovers(session);
  const password = randomBytes(16).toString('hex');
  return {
    info: {
      address: new URL(superuserUrl).host,
      superuser: superuserUrl,
      owner: { name: `${run}_owner`, password },
      app: { name: `${run}_app`, password },
      template: `${run}_template`,
      prefix: run,
    },
    defects: () => Promise.resolve(sessionError ? [`The server has ended the session of this run: ${sessionError.message}`] : []),
    stop: async () => {
      await session.end();
      const client = new Client({ connectionString: superuserUrl });
      await client.connect();
      try {
        await removeRun(client, run);
      } finally {
        await client.end();
      }
    },
  };
}

async function removeLeftovers(session: Client): Promise<void> {
  const { rows } = await session.query<{ run: string }>(
    `SELECT DISTINCT substring(name FROM $1) AS run
       FROM (SELECT datname AS name FROM pg_database UNION ALL SELECT rolname FROM pg_roles) AS named
      WHERE name ~ $1 AND substring(name FROM $1) NOT IN (SELECT application_name FROM pg_stat_activity WHERE application_name IS NOT NULL)`,
    [`^${PREFIX}[0-9a-f]{8}`],
  );
  for (const { run } of rows) await removeRun(session, run);
}

async function removeRun(session: Client, run: string): Promise<void> {
  const databases = await session.query<{ name: string }>('SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)', [run]);
  for (const { name } of databases.rows)
    await retryWhileInUse(() => session.query(`DROP DATABASE IF EXISTS ${session.escapeIdentifier(name)} WITH (FORCE)`));
  const roles = await session.query<{ name: string }>('SELECT rolname AS name FROM pg_roles WHERE starts_with(rolname, $1)', [run]);
  for (const { name } of roles.rows) await session.query(`DROP ROLE IF EXISTS ${session.escapeIdentifier(name)}`);
}
