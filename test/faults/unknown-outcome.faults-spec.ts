import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GATEWAY_SECRET } from '../sms/sms-shop.js';
import type { HttpResponse } from '../support/http-client.js';
import { CLAIMED_WITH_ROW, IDEMPOTENT_POSTS, type RepeatableRequest } from '../support/idempotent-posts.js';
import { until } from '../support/until.js';
import { expectConsistent } from './support/expect-consistent.js';
import { cloneDatabase, type FaultWorld, startFaultWorld } from './support/fault-world.js';
import type { GatewayProcess } from './support/gateway-process.js';
import { PostgresProxy } from './support/postgres-proxy.js';

/** The last SQL statement of the change, by route. */
const LAST_STATEMENT: Record<string, string> = {
  'POST /directbilling/:serviceId/transactions': 'direct_billing_transaction_insert',
  'POST /sms/:serviceId': 'COMMIT',
  'POST /payment/:serviceId/transactions': 'payment_transaction_insert',
  'POST /payment/:serviceId/transactions/:transactionId/refunds': 'COMMIT',
  'POST /payment/:serviceId/links': 'COMMIT',
};
/** A table that the change writes to. Refunds have no list with counters, so they need another table. */
const tableOf = (name: string): string => (name.endsWith('/refunds') ? 'ledger_entry' : 'listing_change');
const unavailable = { status: 503, body: { success: false, errorCode: 'SERVICE_UNAVAILABLE' } };

let proxy: PostgresProxy;
let world: FaultWorld;
let gateway: GatewayProcess;
beforeAll(async () => {
  const database = await cloneDatabase();
  proxy = await PostgresProxy.start(database.appUrl);
  world = await startFaultWorld({ ...database, appUrl: proxy.url });
  gateway = await world.gateway('api', { DATABASE_STATEMENT_TIMEOUT_MS: '6000', SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
});
afterAll(async () => {
  proxy.passEverything();
  await world.stop();
  await proxy.stop();
});

/** Statements that wait for the lock of a table. */
const findWaitingStatements = (): Promise<{ pid: number }[]> =>
  world.sql(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gateway' AND wait_event = 'relation'`,
  );
const readKeys = (): Promise<{ key: string; status: number | null }[]> => world.sql('SELECT key, status FROM idempotency_key ORDER BY key');
/** Repeats the request like a partner after a 503. */
const sendWithRetries = (request: RepeatableRequest, key: string): Promise<HttpResponse> =>
  until(
    () => request.send(key),
    ({ status }) => status !== 503,
  );

describe.each(Object.entries(IDEMPOTENT_POSTS))('an unknown outcome of %s', (name, createRequest) => {
  let request: RepeatableRequest;
  beforeEach(async () => {
    await world.sql('TRUNCATE idempotency_key');
    const shop = await world.shop(gateway);
    request = await world.withServices((get) => createRequest({ http: gateway.http, get, shop }));
  });

  /** Breaks all connections of the gateway while the change waits for a lock, and rejects new ones. The gateway cannot release the key. */
  const interrupt = async (key: string): Promise<{ pid: number; releaseLock: () => Promise<void> }> => {
    const lock = await world.holdOpen(`LOCK TABLE ${tableOf(name)} IN EXCLUSIVE MODE`);
    const lost = request.send(key);
    const [{ pid }] = (await until(findWaitingStatements, ({ length }) => length === 1)) as [{ pid: number }];
    proxy.rejectConnections('gateway');
    expect(await lost).toMatchObject(unavailable);
    return { pid, releaseLock: () => lock.end() };
  };
  /** Makes the database roll the change back. */
  const rollBackChange = async ({ pid, releaseLock }: Awaited<ReturnType<typeof interrupt>>): Promise<void> => {
    await world.sql('SELECT pg_terminate_backend($1, 10000)', [pid]);
    await releaseLock();
  };

  it('because the last response of the database is lost: the retry gets the response of the change', async () => {
    const lastStatement = LAST_STATEMENT[name];
    if (lastStatement === undefined) throw new Error(`The last statement of ${name} is not known`);
    proxy.loseResponsesTo(lastStatement);
    try {
      expect(await request.send('unheard')).toMatchObject(unavailable);
    } finally {
      proxy.passEverything();
    }
    await until(request.countEffects, (effects) => effects === 1);
    const retried = await sendWithRetries(request, 'unheard');
    expect([retried.status, retried.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    await expect(request.countEffects()).resolves.toBe(1);
    await expectConsistent(world);
  });

  it('because the connection broke before the change: the retry notices this and makes the change', async () => {
    await rollBackChange(await interrupt('broken'));
    proxy.passEverything();
    const retried = await sendWithRetries(request, 'broken');
    expect([retried.status, retried.headers.get('idempotency-replayed')]).toEqual([200, null]);
    await expect(request.countEffects()).resolves.toBe(1);
    await expectConsistent(world);
  });

  it('without a retry: the key is released nevertheless, so that any process can serve it', async () => {
    await rollBackChange(await interrupt('left'));
    await expect(readKeys()).resolves.toEqual(CLAIMED_WITH_ROW.includes(name) ? [] : [{ key: 'left', status: null }]);
    proxy.passEverything();
    await until(readKeys, ({ length }) => length === 0);
    await expect(request.countEffects()).resolves.toBe(0);
  });
});

describe('a change that is being committed when its connection breaks', () => {
  const [LOCK, WAIT_FUNCTION] = [7_300_113, 'test_wait_at_the_end'];
  let otherGateway: GatewayProcess;
  beforeAll(async () => {
    otherGateway = await world.gateway('api');
    await world.sql(`
      CREATE FUNCTION ${WAIT_FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NEW; END $$;
      CREATE CONSTRAINT TRIGGER ${WAIT_FUNCTION} AFTER INSERT ON direct_billing_transaction DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION ${WAIT_FUNCTION}()`);
  });
  afterAll(() => world.sql(`DROP FUNCTION ${WAIT_FUNCTION} CASCADE`));

  it('is not made twice: the retry gets a 503, and then the response of the change', async () => {
    const shop = await world.shop(otherGateway);
    const send = (): Promise<HttpResponse> => shop.post('/transactions', { amount: 5 }, { headers: { 'Idempotency-Key': 'late' } });
    const gate = await world.holdOpen(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const lost = send();
    await until(
      () => world.sql(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`),
      ({ length }) => length === 1,
    );
    proxy.rejectConnections('gateway');
    expect(await lost).toMatchObject(unavailable);
    proxy.passEverything();
    const conflict = await until(send, ({ status }) => status !== 503);
    expect(conflict).toMatchObject({ status: 409, body: { errorCode: 'IDEMPOTENCY_CONFLICT' } });
    await gate.end();
    const retried = await until(send, ({ status }) => status !== 409);
    expect([retried.status, retried.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect((await shop.get('/transactions')).body.pagination.total).toBe(1);
    await expectConsistent(world);
  });
});
