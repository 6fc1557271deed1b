import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { ensureDatabase } from '../../src/runtime/database/embedded/roles.js';
import { registerRunning } from './left-running.js';
import { testServerInfo, TestServerInfo, urlFor } from './test-server-info.js';

export interface TestDatabase {
  ownerUrl: string;
  appUrl: string;
  name: string;
  drop(): Promise<void>;
}

/** Functions that close the connections of programs that run longer than a test, by database name. */
const disconnects = new Map<string, (() => Promise<void>)[]>();

const OBJECT_IN_USE = '55006';
const MAX_ATTEMPTS = 100;

/** Creates a database for one test file. It has the newest schema and only the rows that migrations insert. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const info = testServerInfo();
  const name = `${info.prefix}_${process.env['JEST_WORKER_ID'] ?? '0'}_${randomBytes(5).toString('hex')}`;
  await asSuperuser(info, async (client) => {
    await retryWhileInUse(() => cloneTemplate(client, info, name));
    // Cloning does not copy the grants of the database itself.
    await ensureDatabase(client, name, { owner: info.owner.name, app: info.app.name });
  });
  disconnects.set(name, []);
  return {
    name,
    ownerUrl: urlFor(info, info.owner, name),
    appUrl: urlFor(info, info.app, name),
    drop: registerRunning('a database', async () => {
      await Promise.all((disconnects.get(name) ?? []).map((disconnect) => disconnect()));
      disconnects.delete(name);
      await asSuperuser(info, (client) =>
        retryWhileInUse(() => client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`)),
      );
    }),
  };
}

/** @param disconnect is called before the database is dropped. @returns false for a database that no test created. */
export function beforeDrop(url: string, disconnect: () => Promise<void>): boolean {
  const functions = disconnects.get(new URL(url).pathname.slice(1));
  functions?.push(disconnect);
  return functions !== undefined;
}

function cloneTemplate(client: Client, info: TestServerInfo, name: string): Promise<unknown> {
  const [database, template, owner] = [name, info.template, info.owner.name].map((identifier) => client.escapeIdentifier(identifier));
  // FILE_COPY takes a third less time here than the default WAL_LOG, because the files are in memory.
  return client.query(`CREATE DATABASE ${database} TEMPLATE ${template} OWNER ${owner} STRATEGY FILE_COPY`);
}

/**
 * Repeats a command on a database while PostgreSQL says that the database is in use.
 * Sessions that were ended by force may take longer to end than the server waits for them.
 * On an external server autovacuum may also use the template.
 */
export async function retryWhileInUse(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== OBJECT_IN_USE || attempt === MAX_ATTEMPTS) throw error;
      await sleep(100);
    }
  }
}

async function asSuperuser(info: TestServerInfo, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: info.superuser });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
