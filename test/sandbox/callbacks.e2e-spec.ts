import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { startSandbox } from '../../src/sandbox/start-sandbox.js';
import { until } from '../support/until.js';
import { SECRET, type SandboxWorld, startSandboxWorld } from './support/sandbox-world.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';

let world: SandboxWorld;
afterEach(() => world.stop());

async function startCharge(phoneNumber = '48600600700'): Promise<string> {
  const order = await world.orderCode(phoneNumber);
  await world.connector().charge(order);
  return order.chargeReference;
}
/** The callback of a booking is due after two seconds. */
const SECONDS_UNTIL_DUE = 3;
const reportedOutcomes = (charge: string): string[] => world.callbacksAbout(charge).map(({ outcome }) => outcome);

describe('callbacks to the gateway', () => {
  it('are sent automatically to the operator’s callback route when they are due', async () => {
    world = await startSandboxWorld({ dispatchCallbacks: true });
    const charge = await startCharge();
    await world.forward(SECONDS_UNTIL_DUE);
    await until(
      () => reportedOutcomes(charge),
      (seen) => seen.length === 1,
    );
    expect(world.gateway.received[0]?.path).toBe('/connectors/directbilling/play/reports');
    await until(
      () => world.database.query<{ count: string }[]>('SELECT count(*) FROM sandbox.operator_callback WHERE delivered_at IS NULL'),
      ([row]) => row?.count === '0',
    );
  });

  it('are sent before they are due only when all callbacks are requested', async () => {
    world = await startSandboxWorld({ clockStopped: true });
    const charge = await startCharge();
    expect(await world.sandbox.deliverCallbacks('due')).toBe(0);
    expect(reportedOutcomes(charge)).toEqual([]);
    expect(await world.sandbox.deliverCallbacks('all')).toBe(1);
    expect(reportedOutcomes(charge)).toEqual(['booked']);
    expect(await world.connector().chargeStatus(charge)).toEqual({ outcome: 'booked' });
    expect(await world.sandbox.deliverCallbacks('all')).toBe(0);
  });

  it('are repeated until the gateway accepts them, and later callbacks wait', async () => {
    world = await startSandboxWorld({ clockStopped: true });
    const charge = await startCharge('48600600005');
    world.gateway.nextStatuses.push(500, 404, 302);
    expect(await world.sandbox.deliverCallbacks('all')).toBe(0);
    await until(
      async () => {
        await world.sandbox.deliverCallbacks('all');
        return reportedOutcomes(charge);
      },
      (seen) => seen.length === 5,
    );
    expect(reportedOutcomes(charge)).toEqual(['booked', 'booked', 'booked', 'booked', 'refused']);
    expect(new Set(world.callbacksAbout(charge).map(({ reportId }) => reportId)).size).toBe(2);
  });

  it('are sent after a restart of the sandbox', async () => {
    world = await startSandboxWorld();
    const charge = await startCharge();
    await world.forward(SECONDS_UNTIL_DUE);
    await world.sandbox.close();
    const { options } = world.database;
    const environment = readEnvironment({
      SANDBOX: 'on',
      SANDBOX_PORT: '0',
      HOST: '127.0.0.1',
      CONNECTOR_SECRET: SECRET,
      DATABASE_URL: 'postgres://a@b/c',
      ENCRYPTION_KEYS,
    });
    const databaseUrl = 'url' in options ? (options.url ?? '') : '';
    world.sandbox = await startSandbox({ environment, databaseUrl, gatewayUrl: world.gateway.url, logger: pino({ level: 'silent' }) });
    await until(
      () => reportedOutcomes(charge),
      (seen) => seen.length === 1,
    );
    expect(reportedOutcomes(charge)).toEqual(['booked']);
  });
});
