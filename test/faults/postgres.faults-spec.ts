import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { HttpResponse } from '../support/http-client.js';
import { payerOf } from '../support/payer.js';
import { OK } from '../support/receiver.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { callsOf, expectClearResponses } from './support/expect-clear-responses.js';
import { expectConsistent } from './support/expect-consistent.js';
import { type FaultWorld, startFaultWorld } from './support/fault-world.js';
import type { GatewayProcess } from './support/gateway-process.js';
import { Load } from './support/load.js';
import { waitUntilNotified, makePayment, nextPhoneNumber } from './support/payments.js';
import { type RestartablePostgres, startRestartablePostgres } from './support/restartable-postgres.js';

let postgres: RestartablePostgres;
let world: FaultWorld;
let gateway: GatewayProcess;
let shop: Shop;
let load: Load | undefined;
beforeAll(async () => {
  postgres = await startRestartablePostgres();
  world = await startFaultWorld(postgres);
  gateway = await world.gateway('all');
});
afterAll(() => world.stop());
beforeEach(async () => {
  shop = await world.shop(gateway);
});
afterEach(async () => {
  await load?.end();
  load = undefined;
});

describe('PostgreSQL restarts under load', () => {
  it.each(['fast', 'immediate'] as const)(
    '%s shutdown: the gateway responds 503, leaves nothing half-done, and recovers by itself',
    async (shutdownMode) => {
      shop.receiver.setResponses({ status: 500 }, { status: 500 }, OK); // Two deliveries fail, and wait for a retry when PostgreSQL restarts.
      const ids = [await makePayment(gateway, shop), await makePayment(gateway, shop)];
      load = new Load(8, callsOf(shop));
      await load.waitForResponses(50, 200);
      await postgres.stop(shutdownMode);
      await load.waitForResponses(20, 503);
      await gateway.waitForReadiness('unready');
      await postgres.startAgain();
      await load.waitForResponses(50, 200);
      await load.end();
      await gateway.waitForReadiness('ready');
      await expectClearResponses(world, gateway, load);
      ids.push(await makePayment(gateway, shop));
      await waitUntilNotified(world, shop, ids);
      await expectConsistent(world);
      expect(gateway.running).toBe(true);
    },
  );
});

describe('other clients that take all connections of the server', () => {
  it('cause a 503 in the meantime, and the gateway recovers when they disconnect', async () => {
    const others: Client[] = [];
    load = new Load(12, callsOf(shop));
    await load.waitForResponses(20, 200);
    // The gateway's connections are ended as after a failover, so the gateway has to compete for new ones.
    const takeConnection = async (): Promise<void> => {
      const client = new Client({ connectionString: postgres.appUrl });
      client.on('error', () => undefined);
      await client.connect().then(
        () => others.push(client),
        () => undefined,
      );
    };
    while (load.count(503) < 20) {
      if (!gateway.running) throw new Error(`The gateway process ended: ${gateway.log.slice(-3_000)}`);
      await Promise.all(times(60, takeConnection));
      await world.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> '' AND pid <> pg_backend_pid()`,
      );
    }
    await Promise.all(others.map((client) => client.end()));
    await load.waitForResponses(50, 200);
    await load.end();
    await expectClearResponses(world, gateway, load);
    await waitUntilNotified(world, shop, [await makePayment(gateway, shop)]);
  });
});

describe('the disk of the database is full', () => {
  // A trigger raises the error with which PostgreSQL rejects a row when it cannot extend the table on a full disk.
  const simulateFullDisk = (table: string): Promise<unknown> =>
    world.sql(`
      CREATE OR REPLACE FUNCTION test_disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER test_disk_full BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION test_disk_full()`);
  const removeSimulation = (table: string): Promise<unknown> => world.sql(`DROP TRIGGER test_disk_full ON ${table}`);

  it.each(['direct_billing_transaction', 'listing_change', 'idempotency_key'])(
    'rejects rows of %s: the gateway responds 503, leaves nothing half-done, and recovers',
    async (table) => {
      const create = (key: string): Promise<HttpResponse> =>
        shop.post('/transactions', { amount: 5 }, { headers: { 'Idempotency-Key': key } });
      await simulateFullDisk(table);
      try {
        for (const response of await Promise.all(times(10, (index) => create(`full-${index}`)))) {
          expect(response).toMatchObject({ status: 503, body: { success: false, errorCode: 'SERVICE_UNAVAILABLE' } });
          expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        }
        expect((await shop.get('/transactions')).body.pagination.total).toBe(0);
      } finally {
        await removeSimulation(table);
      }
      const responses = await Promise.all(times(10, (index) => create(`full-${index}`)));
      expect(responses.map(({ status }) => status)).toEqual(times(10, () => 200));
      expect((await shop.get('/transactions')).body.pagination.total).toBe(10);
      await expectConsistent(world);
    },
  );

  it.each(['webhook_event', 'ledger_posting', 'state_history'])(
    'rejects rows of %s while a payer pays: nothing is half-done, and the payment is paid as soon as there is room',
    async (table) => {
      const created = await shop.create({ amount: 13.62 });
      const id = created.body.data.transactionId as string;
      const payer = payerOf(gateway, id);
      expect(await payer.chooseOperator('orange', nextPhoneNumber())).toBe(303);
      await simulateFullDisk(table);
      try {
        expect([303, 503]).toContain(await payer.enterCode());
        await expectConsistent(world);
      } finally {
        await removeSimulation(table);
      }
      await waitUntilNotified(world, shop, [id]);
      await expectConsistent(world);
    },
  );
});
