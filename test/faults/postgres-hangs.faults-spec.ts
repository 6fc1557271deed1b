import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GATEWAY_SECRET } from '../sms/sms-shop.js';
import type { HttpResponse } from '../support/http-client.js';
import type { Shop } from '../support/shop.js';
import { codeCheckRequest } from '../support/idempotent-posts.js';
import { OK } from '../support/receiver.js';
import { until } from '../support/until.js';
import { callsOf, expectClearResponses, keyOf } from './support/expect-clear-responses.js';
import { expectConsistent } from './support/expect-consistent.js';
import { type FaultWorld, startFaultWorld } from './support/fault-world.js';
import type { GatewayProcess } from './support/gateway-process.js';
import { Load } from './support/load.js';
import { waitUntilNotified, expireLeases, makePayment } from './support/payments.js';
import { PostgresProxy } from './support/postgres-proxy.js';
import { type RestartablePostgres, startRestartablePostgres } from './support/restartable-postgres.js';

const SETTINGS = {
  DATABASE_CONNECTION_TIMEOUT_MS: '3000',
  DATABASE_STATEMENT_TIMEOUT_MS: '3000',
  DATABASE_LOCK_TIMEOUT_MS: '3000',
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: '3000',
};

let postgres: RestartablePostgres;
let proxy: PostgresProxy;
let world: FaultWorld;
let gateway: GatewayProcess;
let shop: Shop;
let load: Load | undefined;
beforeAll(async () => {
  postgres = await startRestartablePostgres();
  proxy = await PostgresProxy.start(postgres.appUrl);
  world = await startFaultWorld({ ...postgres, appUrl: proxy.url });
  gateway = await world.gateway('all', SETTINGS);
});
afterAll(async () => {
  postgres.thaw();
  proxy.passEverything();
  await world.stop();
  await proxy.stop();
});
beforeEach(async () => {
  shop = await world.shop(gateway);
});
afterEach(async () => {
  await load?.end();
  load = undefined;
});

const create = (key: string, target: { http: GatewayProcess['http'] } = gateway): Promise<HttpResponse> =>
  target.http.post(`/directbilling/${shop.serviceId}/transactions`, {
    token: shop.token,
    body: { amount: 5, control: key },
    headers: { 'Idempotency-Key': key },
  });
const transactionsWith = (key: string): Promise<{ id: string }[]> =>
  world.sql('SELECT id FROM direct_billing_transaction WHERE service_id = $1 AND control = $2', [shop.serviceId, key]);
/** Makes the claims of failed requests two minutes older. Another process may take over a claim that is older than a minute. */
const ageClaims = (): Promise<unknown> =>
  world.sql(`UPDATE idempotency_key SET claimed_at = claimed_at - interval '2 minutes' WHERE status IS NULL`);
/** Repeats the request like a partner after a 503, because a slow machine may respond 503 more than once. */
const createWithRetries = (key: string, target?: { http: GatewayProcess['http'] }): Promise<HttpResponse> =>
  until(
    () => create(key, target),
    ({ status }) => status !== 503,
  );
const unavailable = { status: 503, body: { success: false, errorCode: 'SERVICE_UNAVAILABLE' } };

describe('the gateway while PostgreSQL hangs with open connections', () => {
  it('responds 503, leaves nothing half-done, has one effect per key, and recovers by itself', async () => {
    shop.receiver.setResponses({ status: 500 }, { status: 500 }, OK); // Two deliveries fail, and wait for a retry when PostgreSQL hangs.
    const ids = [await makePayment(gateway, shop), await makePayment(gateway, shop)];
    load = new Load(12, callsOf(shop));
    await load.waitForResponses(50, 200);
    await postgres.freeze();
    await load.waitForResponses(30, 503);
    await gateway.waitForReadiness('unready');
    expect((await gateway.http.get('/healthz')).status).toBe(200);
    postgres.thaw();
    await load.waitForResponses(50, 200);
    await load.end();
    await gateway.waitForReadiness('ready');
    await expectClearResponses(world, gateway, load);

    await ageClaims();
    const keys = load.recordedResponses.map((_, index) => keyOf(index + 1)).filter((key) => key !== undefined);
    for (const key of keys) {
      expect((await createWithRetries(key)).status).toBe(200);
      await expect(transactionsWith(key)).resolves.toHaveLength(1);
    }
    ids.push(await makePayment(gateway, shop));
    await expireLeases(world); // Some delivery attempts could not store their outcome.
    await waitUntilNotified(world, shop, ids);
    await expectConsistent(world);
    expect(gateway.running).toBe(true);
  });
});

describe('a lock that another session holds for too long', () => {
  it('causes a 503 instead of endless waiting, and the same request succeeds afterwards', async () => {
    const lock = await world.holdOpen('LOCK TABLE listing_change IN EXCLUSIVE MODE');
    expect(await create('locked')).toMatchObject(unavailable);
    await expect(transactionsWith('locked')).resolves.toEqual([]);
    await lock.end();
    expect((await createWithRetries('locked')).status).toBe(200);
    await expect(transactionsWith('locked')).resolves.toHaveLength(1);
    await expectConsistent(world);
  });
});

describe('a gateway process that hangs during a transaction', () => {
  const findWaitingSessions = (): Promise<{ pid: number }[]> =>
    world.sql(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'gateway' AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO listing_change%'`,
    );
  const findSession = (pid: number): Promise<unknown[]> => world.sql('SELECT FROM pg_stat_activity WHERE pid = $1', [pid]);

  it('loses its locks, and responds 503 and works when it continues', async () => {
    const other = await world.gateway('api', {
      ...SETTINGS,
      DATABASE_STATEMENT_TIMEOUT_MS: '60000',
      SMS_CONNECTOR_SECRET: GATEWAY_SECRET,
    });
    const check = await world.withServices((get) => codeCheckRequest({ http: other.http, get, shop }));
    const lock = await world.holdOpen('LOCK TABLE listing_change IN EXCLUSIVE MODE');
    const response = check.send('asleep'); // Using the code and storing the response are two statements.
    const [blocked] = await until(findWaitingSessions, ({ length }) => length > 0);
    other.freeze();
    await lock.end();
    await until(
      () => findSession(blocked?.pid ?? 0),
      ({ length }) => length === 0,
    );
    other.thaw();
    expect(await response).toMatchObject(unavailable);
    await expect(check.countEffects()).resolves.toBe(0);
    const repeated = await until(
      () => check.send('asleep'),
      ({ status }) => status !== 503,
    );
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([200, null]);
    await expect(check.countEffects()).resolves.toBe(1);
    await expectConsistent(world);
    await other.stop();
  });
});
