import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { ensureDatabase } from '../../src/runtime/database/embedded/roles.js';
import { untilStopped } from './left-running.js';
import { testServerInfo, TestServerInfo, urlFor } from './test-server-info.js';

export interface TestDatabase {
  ownerUrl: string;
  appUrl: string;
  name: string;
  drop(): Promise<void>;
}

/** By database name: functions that disconnect programs which outlive a test. */
const disconnects = new Map<string, (() => Promise<void>)[]>();

const OBJECT_IN_USE = '55006';
const ATTEMPTS = 100;

/** A database for one test file, with the newest schema and only the rows of the migrations. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const info = testServerInfo();
  const name = `${info.prefix}_${process.env['JEST_WORKER_ID'] ?? '0'}_${randomBytes(5).toString('hex')}`;
  await asSuperuser(info, async (client) => {
    await onceUnused(() => clone(client, info, name));
    // Cloning does not copy the rights of PUBLIC and the application on the database itself.
    await ensureDatabase(client, name, { owner: info.owner.name, app: info.app.name });
  });
  disconnects.set(name, []);
  return {
    name,
    ownerUrl: urlFor(info, info.owner, name),
    appUrl: urlFor(info, info.app, name),
    drop: untilStopped('a database', async () => {
      await Promise.all((disconnects.get(name) ?? []).map((disconnect) => disconnect()));
      disconnects.delete(name);
      await asSuperuser(info, (client) =>
        onceUnused(() => client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`)),
      );
    }),
  };
}

/** @param disconnect is called before the database is dropped. @returns false for a database that no test created. */
export function beforeDrop(url: string, disconnect: () => Promise<void>): boolean {
  const others = disconnects.get(new URL(url).pathname.slice(1));
  others?.push(disconnect);
  return others !== undefined;
}

function clone(client: Client, info: TestServerInfo, name: string): Promise<unknown> {
  const [database, template, owner] = [name, info.template, info.owner.name].map((identifier) => client.escapeIdentifier(identifier));
  // Copying files is a third less work than using the log, because nothing is stored on a disk.
  return client.query(`CREATE DATABASE ${database} TEMPLATE ${template} OWNER ${owner} STRATEGY FILE_COPY`);
}

/**
 * Sessions that were ended by force may take longer to end than the server waits for them.
 * On an external server autovacuum visits the template, too.
 */
export async function onceUnused(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== OBJECT_IN_USE || attempt === ATTEMPTS) throw error;
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
