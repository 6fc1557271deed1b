import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import { allNotified, makePayment } from '../faults/support/payments.js';
import { until } from '../support/until.js';
import { Collector } from './support/collector.js';

// By itself the SDK would wait this long: a process that ends within the test's time did not wait for it.
const PATIENT = { OTEL_BSP_SCHEDULE_DELAY: '20', OTEL_BSP_EXPORT_TIMEOUT: '600000', OTEL_EXPORTER_OTLP_TIMEOUT: '600000' };

let world: FaultWorld;
beforeAll(async () => {
  world = await startFaultWorld();
});
afterAll(() => world.stop());

/** Makes payments, with more spans than one export holds, and waits for all their notifications. */
async function goOn(gateway: GatewayProcess): Promise<void> {
  const shop = await world.shop(gateway);
  const ids = [await makePayment(gateway, shop), await makePayment(gateway, shop)];
  await allNotified(world, shop, ids);
}

describe('with a collector that never answers', () => {
  it('payments and notifications go on, and the process ends in time', async () => {
    const collector = await Collector.start();
    collector.receiver.answer({ status: 200, hold: true });
    const gateway = await world.gateway('all', { ...PATIENT, OTEL_EXPORTER_OTLP_ENDPOINT: collector.receiver.url });
    await goOn(gateway);
    await until(
      () => collector.receiver.open,
      (open) => open > 0, // it was asked, and still is
    );
    await gateway.stop();
    expect(gateway.running).toBe(false);
    await collector.close();
  });
});

describe('with a collector that is not there', () => {
  it('payments and notifications go on, it is said once without its address, and the process ends in time', async () => {
    const address = 'http://127.0.0.1:1';
    const settings = { ...PATIENT, OTEL_EXPORTER_OTLP_TIMEOUT: '10', OTEL_EXPORTER_OTLP_ENDPOINT: address };
    const gateway = await world.gateway('all', settings);
    const said = (): string[] => gateway.log.split('\n').filter((line) => line.includes('traces cannot be exported'));
    await goOn(gateway);
    await until(said, ({ length }) => length > 0);
    await goOn(gateway);
    await gateway.stop();
    expect(said()).toHaveLength(1);
    expect(said()[0]).not.toContain(address);
  });

  it('what happens once it is back is exported again', async () => {
    const collector = await Collector.start();
    collector.receiver.answer({ status: 400 }, { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' });
    const gateway = await world.gateway('all', { ...collector.settings, LOG_LEVEL: 'info' });
    await goOn(gateway);
    await until(
      () => gateway.log,
      (log) => log.includes('traces are exported again'),
    );
    await gateway.stop();
    await collector.close();
  });
});
