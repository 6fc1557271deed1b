import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { RealSystemClock } from '../../../src/common/time/clocks.js';
import { readEnvironment } from '../../../src/runtime/config/environment.js';
import { SandboxOperatorConnector } from '../../../src/connectors/operators/sandbox/sandbox-operator.connector.js';
import type { ChargeRequest, Operator, OperatorCallback } from '../../../src/connectors/operators/operator.port.js';
import { type RunningSandbox, type SandboxStart, startSandbox } from '../../../src/sandbox/start-sandbox.js';
import { createTestDatabase } from '../../support/test-database.js';
import { registerRunning } from '../../support/left-running.js';
import { CONNECTOR_TIMEOUT_MS, TEST_TIMEOUT_SETTINGS } from '../../support/patience.js';
import { type CallbackReceiver, startCallbackReceiver } from './callback-receiver.js';
import { ENCRYPTION_KEYS } from '../../support/encryption-key.js';

export const SECRET = 'a-secret-of-the-test';

/** The real sandbox on its own database, with a fake receiver of callbacks instead of the gateway. */
export interface SandboxWorld {
  sandbox: RunningSandbox;
  gateway: CallbackReceiver;
  database: DataSource;
  connector(operator?: Operator, overrides?: { secret?: string; baseUrl?: string; timeoutMs?: number }): SandboxOperatorConnector;
  /** Sends a code to the number and reads the code from the phone. @returns the request that charges with this code. */
  orderCode(phoneNumber: string, operator?: Operator): Promise<ChargeRequest>;
  codesOf(phoneNumber: string): Promise<string[]>;
  /** Callbacks about a charge, read by the connector. */
  callbacksAbout(chargeReference: string, operator?: Operator): OperatorCallback[];
  forward(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

export interface SandboxWorldOptions extends Partial<
  Pick<SandboxStart, 'dispatchCallbacks' | 'slowResponseMs' | 'clearEveryMs' | 'logger' | 'sentNotifications'>
> {
  /** System time is stopped. Only `forward` moves business time. */
  clockStopped?: boolean;
}

export async function startSandboxWorld({ clockStopped, ...options }: SandboxWorldOptions = {}): Promise<SandboxWorld> {
  const clockSpy = clockStopped ? jest.spyOn(RealSystemClock.prototype, 'now').mockReturnValue(new Date()) : null;
  const database = await createTestDatabase();
  const gateway = await startCallbackReceiver();
  const environment = readEnvironment({
    DATABASE_URL: database.appUrl,
    ENCRYPTION_KEYS,
    SANDBOX: 'on',
    SANDBOX_PORT: '0',
    HOST: '127.0.0.1',
    CONNECTOR_SECRET: SECRET,
    PUBLIC_URL: 'https://pay.example.test',
    ...TEST_TIMEOUT_SETTINGS,
  });
  const sandbox = await startSandbox({
    environment,
    databaseUrl: database.appUrl,
    logger: pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' }),
    gatewayUrl: gateway.url,
    dispatchCallbacks: false,
    slowResponseMs: 50,
    ...options,
  });
  const dataSource = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 2 }).initialize();
  const clock = new RealSystemClock();

  const connector: SandboxWorld['connector'] = (
    operator = 'play',
    { secret = SECRET, baseUrl = sandbox.url, timeoutMs = CONNECTOR_TIMEOUT_MS } = {},
  ) => new SandboxOperatorConnector({ operator, secret, timeoutMs, clock, baseUrl: () => baseUrl });
  const codesOf: SandboxWorld['codesOf'] = async (phoneNumber) => {
    const response = await fetch(`${sandbox.url}/phone/${phoneNumber}/messages.json`);
    return ((await response.json()) as { code: string }[]).map((message) => message.code);
  };
  const world: SandboxWorld = {
    sandbox,
    gateway,
    database: dataSource,
    connector,
    codesOf,
    async orderCode(phoneNumber, operator) {
      const request = { codeReference: randomUUID(), phoneNumber, grossMinor: 1230, seller: 'Demo Shop', description: 'Ten gems' };
      const result = await connector(operator).sendCode(request);
      if (result.outcome !== 'sent') throw new Error(`No code was sent: ${result.outcome}`);
      const [code = ''] = await codesOf(phoneNumber);
      return { ...request, chargeReference: randomUUID(), code };
    },
    callbacksAbout: (chargeReference, operator) =>
      gateway.received
        .map((raw) => connector(operator).readCallback(raw))
        .filter((report): report is OperatorCallback => report?.chargeReference === chargeReference),
    async forward(seconds) {
      await dataSource.query('UPDATE business_clock SET offset_ms = offset_ms + $1', [seconds * 1000]);
    },
    stop: registerRunning('a sandbox', async () => {
      await world.sandbox.close();
      await gateway.close();
      await dataSource.destroy();
      await database.drop();
      clockSpy?.mockRestore();
    }),
  };
  return world;
}
