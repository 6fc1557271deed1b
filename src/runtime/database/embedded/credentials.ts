import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { exists, readJsonFile, writeAtomically } from './files.js';
import { EmbeddedPostgresError } from './errors.js';

/** Port and passwords of the cluster. They are in a file next to the data, which only the gateway's user may read. */
export interface Credentials {
  /** The port of the last start. null before the first start. */
  port: number | null;
  superuser: string;
  owner: string;
  app: string;
}

const FILE = 'credentials.json';

/** @throws EmbeddedPostgresError when there is a database whose passwords are lost */
export async function loadOrCreateCredentials(home: string, data: string): Promise<Credentials> {
  const file = join(home, FILE);
  const stored = await readJsonFile<Credentials>(file);
  if (stored) return stored;
  if (await exists(data)) {
    throw new EmbeddedPostgresError(
      `The database in ${home} exists, but ${file} with its passwords is missing or damaged. Restore that file, or set DATA_DIR to an empty folder.`,
    );
  }
  // The passwords are stored before they are used, so that the next start after an interrupted first start uses the same passwords.
  const created: Credentials = { port: null, superuser: password(), owner: password(), app: password() };
  await saveCredentials(home, created);
  return created;
}

export async function saveCredentials(home: string, credentials: Credentials): Promise<void> {
  await writeAtomically(join(home, FILE), `${JSON.stringify(credentials, null, 2)}\n`);
}

function password(): string {
  return randomBytes(24).toString('hex');
}
