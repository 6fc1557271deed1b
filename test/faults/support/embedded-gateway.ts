import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '../../../src/runtime/database/embedded/embedded-postgres.js';
import { TEST_TIMEOUT_SETTINGS } from '../../support/patience.js';
import { GatewayProcess } from './gateway-process.js';

/** The whole gateway with its embedded database, as `npm start` runs it. */
export function startEmbeddedGateway(dataDir: string): Promise<GatewayProcess> {
  return GatewayProcess.start(embeddedSettings(dataDir));
}

export function embeddedSettings(dataDir: string): NodeJS.ProcessEnv {
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ROLE: 'all',
    SANDBOX_PORT: '0',
    PANEL_PORT: '0',
    RATE_LIMIT_PER_TOKEN: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    LOG_LEVEL: 'warn',
    ...TEST_TIMEOUT_SETTINGS,
  };
}

/** A folder for the data of one test. */
export const makeDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), `payment-gateway-test-${process.pid}-`));

/** Stops the gateway, and the database server that a killed gateway may have left running. */
export async function removeDataDir(dataDir: string): Promise<void> {
  await removeEmbeddedPostgres(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}
