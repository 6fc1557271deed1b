import { resolve } from 'node:path';
import type { Environment } from '../runtime/config/environment.js';
import { startEmbeddedPostgres } from '../runtime/database/embedded/embedded-postgres.js';

/** Where the database is, and how to leave it when the process ends. */
export interface OpenDatabase {
  /** As the role that may not change the schema. */
  appUrl: string;
  ownerUrl: string;
  appRole: string;
  close(): Promise<void>;
}

/**
 * The database that `DATABASE_URL` names, or the embedded one, started or attached to.
 * @param role a gateway is alone on the embedded data; a guest is a command that runs beside it.
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
