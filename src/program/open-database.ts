import { resolve } from 'node:path';
import type { Environment } from '../runtime/config/environment.js';
import { startEmbeddedPostgres } from '../runtime/database/embedded/embedded-postgres.js';

/** The URLs of the database, and the function that closes the database when the process ends. */
export interface OpenDatabase {
  /** URL for the application's role, which may not change the schema. */
  appUrl: string;
  ownerUrl: string;
  appRole: string;
  close(): Promise<void>;
}

/**
 * Opens the database that `DATABASE_URL` names. Without that setting, it starts the embedded database or attaches to it.
 * @param role `gateway`: the only gateway on the embedded data. `guest`: a command that may run alongside the gateway.
 */
export async function openDatabase(
  environment: Environment,
  role: 'gateway' | 'guest',
  log: (line: string) => void,
): Promise<OpenDatabase> {
  const { url, ownerUrl, dataDir } = environment.database;
  if (url) {
    return { appUrl: url, ownerUrl: ownerUrl ?? url, appRole: decodeURIComponent(new URL(url).username), close: () => Promise.resolve() };
  }
  const cluster = await startEmbeddedPostgres({ dataDir: resolve(dataDir), role, keepRunning: role === 'gateway', log });
  const appUrl = cluster.appUrl();
  return { appUrl, ownerUrl: cluster.ownerUrl(), appRole: decodeURIComponent(new URL(appUrl).username), close: () => cluster.stop() };
}
