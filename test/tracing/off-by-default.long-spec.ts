import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import { waitUntilNotified, makePayment } from '../faults/support/payments.js';
import { Collector } from './support/collector.js';
import { newCaller } from './support/traced-world.js';

const reportLoaded = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'support/report-loaded.mjs')}` };
const loadedBy = (gateway: GatewayProcess): string[] => [
  ...new Set([...gateway.log.matchAll(/^loaded: (\S+)$/gm)].map(([, specifier = '']) => specifier)),
];

let world: FaultWorld;
let collector: Collector;
beforeAll(async () => {
  world = await startFaultWorld();
  collector = await Collector.start();
});
afterAll(async () => {
  await world.stop();
  await collector.close();
});

describe('a gateway without a collector', () => {
  it('loads only the API package of OpenTelemetry, and stores no trace with rows', async () => {
    const gateway = await world.gateway('all', reportLoaded);
    const shop = await world.shop(gateway);
    shop.create = (body) => shop.post('/transactions', body, { headers: newCaller().headers });
    const id = await makePayment(gateway, shop);
    await waitUntilNotified(world, shop, [id]);
    expect(loadedBy(gateway)).toEqual(['@opentelemetry/api']);
    const stored = await world.sql(
      `SELECT trace_parent FROM direct_billing_transaction WHERE trace_parent IS NOT NULL
       UNION ALL SELECT trace_parent FROM webhook_event WHERE trace_parent IS NOT NULL`,
    );
    expect(stored).toEqual([]);
    await gateway.stop();
  });

  it('behaves like a gateway with a collector and OTEL_SDK_DISABLED', async () => {
    const gateway = await world.gateway('api', { ...collector.settings, ...reportLoaded, OTEL_SDK_DISABLED: 'true' });
    expect(loadedBy(gateway)).toEqual(['@opentelemetry/api']);
    await gateway.stop();
    expect(collector.receiver.requests).toEqual([]);
  });

  it('loads the SDK once a collector is configured', async () => {
    const gateway = await world.gateway('api', { ...collector.settings, ...reportLoaded });
    expect(loadedBy(gateway)).toContain('@opentelemetry/sdk-trace-base');
    await gateway.stop();
  });
});
