import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import { waitUntilNotified, makePayment } from '../faults/support/payments.js';
import { until } from '../support/until.js';
import { Collector } from './support/collector.js';

// With these settings the SDK itself waits ten minutes. So a process that ends within the test's time did not wait for the SDK.
const LONG_TIMEOUTS = { OTEL_BSP_SCHEDULE_DELAY: '20', OTEL_BSP_EXPORT_TIMEOUT: '600000', OTEL_EXPORTER_OTLP_TIMEOUT: '600000' };

let world: FaultWorld;
beforeAll(async () => {
  world = await startFaultWorld();
});
afterAll(() => world.stop());

/** Makes payments with more spans than fit into one export, and waits for all their notifications. */
async function payAndNotify(gateway: GatewayProcess): Promise<void> {
  const shop = await world.shop(gateway);
  const ids = [await makePayment(gateway, shop), await makePayment(gateway, shop)];
  await waitUntilNotified(world, shop, ids);
}

describe('a gateway whose collector never responds', () => {
  it('handles payments and notifications, and shuts down in time', async () => {
    const collector = await Collector.start();
    collector.receiver.setResponses({ status: 200, hold: true });
    const gateway = await world.gateway('all', { ...LONG_TIMEOUTS, OTEL_EXPORTER_OTLP_ENDPOINT: collector.receiver.url });
    await payAndNotify(gateway);
    await until(
      () => collector.receiver.requestsInProgress,
      (open) => open > 0, // the export request is still open
    );
    await gateway.stop();
    expect(gateway.running).toBe(false);
    await collector.close();
  });
});

describe('a gateway whose collector cannot be reached', () => {
  it('handles payments and notifications, logs the failure once without the collector’s address, and shuts down in time', async () => {
    const address = 'http://127.0.0.1:1';
    const settings = { ...LONG_TIMEOUTS, OTEL_EXPORTER_OTLP_TIMEOUT: '10', OTEL_EXPORTER_OTLP_ENDPOINT: address };
    const gateway = await world.gateway('all', settings);
    const failures = (): string[] => gateway.log.split('\n').filter((line) => line.includes('traces cannot be exported'));
    await payAndNotify(gateway);
    await until(failures, ({ length }) => length > 0);
    await payAndNotify(gateway);
    await gateway.stop();
    expect(failures()).toHaveLength(1);
    expect(failures()[0]).not.toContain(address);
  });

  it('exports new spans again once the collector accepts them', async () => {
    const collector = await Collector.start();
    collector.receiver.setResponses({ status: 400 }, { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' });
    const gateway = await world.gateway('all', { ...collector.settings, LOG_LEVEL: 'info' });
    await payAndNotify(gateway);
    await until(
      () => gateway.log,
      (log) => log.includes('traces are exported again'),
    );
    await gateway.stop();
    await collector.close();
  });
});
