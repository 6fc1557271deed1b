import { freePort } from '../../support/free-port.js';
import { GatewayProcess } from './gateway-process.js';

/** The whole gateway on its embedded database, as `npm start` runs it. */
export async function startEmbeddedGateway(dataDir: string): Promise<GatewayProcess> {
  return GatewayProcess.start(await embeddedSettings(dataDir));
}

export async function embeddedSettings(dataDir: string): Promise<NodeJS.ProcessEnv> {
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ROLE: 'all',
    SANDBOX_PORT: String(await freePort()),
    RATE_LIMIT_PER_TOKEN: '0',
    LOG_LEVEL: 'warn',
  };
}
