import { Client } from 'pg';
import { Credentials } from './credentials.js';

export const OWNER_ROLE = 'gateway_owner';
export const APP_ROLE = 'gateway_app';
export const DATABASE = 'gateway';

/** Creates roles and database. Each step can be repeated, so that the next start completes an interrupted first start. */
export async function ensureRolesAndDatabase(superuserUrl: string, passwords: Pick<Credentials, 'owner' | 'app'>): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await ensureRole(client, OWNER_ROLE, passwords.owner);
    await ensureRole(client, APP_ROLE, passwords.app);
    await ensureDatabase(client, DATABASE, { owner: OWNER_ROLE, app: APP_ROLE });
  } finally {
    await client.end();
  }
}

export async function ensureRole(client: Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount) return;
  await client.query(
    `CREATE ROLE ${client.escapeIdentifier(role)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${client.escapeLiteral(password)}`,
  );
}

/** The role that migrates owns the database. The application's role may connect. Migrations grant its other rights. */
export async function ensureDatabase(client: Client, name: string, roles: { owner: string; app: string }): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  const [database, owner, app] = [name, roles.owner, roles.app].map((identifier) => client.escapeIdentifier(identifier));
  if (!rowCount) await client.query(`CREATE DATABASE ${database} OWNER ${owner} TEMPLATE template0 ENCODING 'UTF8'`);
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${app}`);
}
