import { GatewayProcess } from './gateway-process.js';

/** The whole gateway on its embedded database, as `npm start` runs it. */
export function startEmbeddedGateway(dataDir: string): Promise<GatewayProcess> {
  return GatewayProcess.start(embeddedSettings(dataDir));
}

export function embeddedSettings(dataDir: string): NodeJS.ProcessEnv {
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ROLE: 'all',
    SANDBOX_PORT: '0',
    RATE_LIMIT_PER_TOKEN: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    LOG_LEVEL: 'warn',
  };
}
