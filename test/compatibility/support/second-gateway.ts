import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { startGateway } from '../../../src/program/start-gateway.js';
import { readEnvironment } from '../../../src/runtime/config/environment.js';
import type { World } from '../../support/world.js';

export interface SecondGateway {
  baseUrl: string;
  stop(): Promise<void>;
}

/** Starts a second gateway on the same database. By default its client compatibility is off: all clients get the current form. */
export async function startSecondGateway(world: Pick<World, 'settings'>, settings: NodeJS.ProcessEnv = {}): Promise<SecondGateway> {
  const environment = readEnvironment({
    ...world.settings,
    PORT: '0',
    HOST: '127.0.0.1',
    ROLE: 'api',
    LOG_LEVEL: 'silent',
    SANDBOX: 'on',
    SANDBOX_PORT: '0',
    PAYMENT_HOLD_PER_ADDRESS: '0',
    SEED_DEMO: 'off',
    PUBLIC_URL: 'https://pay.example.test',
    RATE_LIMIT_PER_TOKEN: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    RATE_LIMIT_FAILED_AUTH: '0',
    CLIENT_COMPATIBILITY: 'off',
    ...settings,
  });
  const urls = { appUrl: String(world.settings['DATABASE_URL']), ownerUrl: String(world.settings['DATABASE_OWNER_URL']) };
  const database = { ...urls, appRole: '', close: () => Promise.resolve() };
  // `deliverCallbacks` of the world's sandbox does not wait for callbacks that another sandbox has claimed.
  const gateway = await startGateway(environment, database, pino({ level: 'silent' }), { dispatchCallbacks: false });
  const { port } = gateway.app.getHttpServer().address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, stop: () => gateway.stop() };
}
