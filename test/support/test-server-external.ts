import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { onceUnused } from './test-database.js';
import type { TestServer } from './test-server.js';

const PREFIX = 'gateway_test_';

/** An external server may have other uses. This run therefore uses names of its own there and removes all of them. */
export async function useExternalServer(superuserUrl: string): Promise<TestServer> {
  const run = `${PREFIX}${randomBytes(4).toString('hex')}`;
  // Stays open during the whole run. A run without this session was killed.
  const session = new Client({ connectionString: superuserUrl, application_name: run });
  let lost: Error | undefined;
  session.on('error', (error) => (lost = error));
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
    defects: () => Promise.resolve(lost ? [`The server has ended the session of this run: ${lost.message}`] : []),
    stop: async () => {
      await session.end();
      const last = new Client({ connectionString: superuserUrl });
      await last.connect();
      try {
        await removeRun(last, run);
      } finally {
        await last.end();
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
    await onceUnused(() => session.query(`DROP DATABASE IF EXISTS ${session.escapeIdentifier(name)} WITH (FORCE)`));
  const roles = await session.query<{ name: string }>('SELECT rolname AS name FROM pg_roles WHERE starts_with(rolname, $1)', [run]);
  for (const { name } of roles.rows) await session.query(`DROP ROLE IF EXISTS ${session.escapeIdentifier(name)}`);
}
