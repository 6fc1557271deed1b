import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GATEWAY_SECRET } from '../sms/sms-shop.js';
import type { HttpResponse } from '../support/http-client.js';
import { CLAIMED_WITH_ROW, IDEMPOTENT_POSTS, type RepeatableRequest } from '../support/idempotent-posts.js';
import { until } from '../support/until.js';
import { expectConsistent } from './support/expect-consistent.js';
import { cloneDatabase, type FaultWorld, startFaultWorld } from './support/fault-world.js';
import type { GatewayProcess } from './support/gateway-process.js';
import { PostgresProxy } from './support/postgres-proxy.js';

/** The last statement of each route's change. */
const LAST_WORD: Record<string, string> = {
  'POST /directbilling/:serviceId/transactions': 'direct_billing_transaction_insert',
  'POST /sms/:serviceId': 'COMMIT',
  'POST /payment/:serviceId/transactions': 'payment_transaction_insert',
  'POST /payment/:serviceId/transactions/:transactionId/refunds': 'COMMIT',
  'POST /payment/:serviceId/links': 'COMMIT',
};
/** A table that the change writes to; a refund is in no list that is counted. */
const tableOf = (name: string): string => (name.endsWith('/refunds') ? 'ledger_entry' : 'listing_change');
const notNow = { status: 503, body: { success: false, errorCode: 'SERVICE_UNAVAILABLE' } };

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
  proxy.behave();
  await world.stop();
  await proxy.stop();
});

/** Statements that wait for the lock of a table. */
const writing = (): Promise<{ pid: number }[]> =>
  world.sql(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gateway' AND wait_event = 'relation'`,
  );
const keys = (): Promise<{ key: string; status: number | null }[]> => world.sql('SELECT key, status FROM idempotency_key ORDER BY key');
/** As a partner does who was told "not now". */
const inTheEnd = (request: RepeatableRequest, key: string): Promise<HttpResponse> =>
  until(
    () => request.send(key),
    ({ status }) => status !== 503,
  );

describe.each(Object.entries(IDEMPOTENT_POSTS))('nobody knows what became of %s', (name, made) => {
  let request: RepeatableRequest;
  beforeEach(async () => {
    await world.sql('TRUNCATE idempotency_key');
    const shop = await world.shop(gateway);
    request = await world.beside((get) => made({ http: gateway.http, get, shop }));
  });

  /** The change waits for a lock when all connections of the gateway break, and none can be made: the key cannot be given back. */
  const breakOff = async (key: string): Promise<{ pid: number; letGo: () => Promise<void> }> => {
    const lock = await world.holdOpen(`LOCK TABLE ${tableOf(name)} IN EXCLUSIVE MODE`);
    const lost = request.send(key);
    const [{ pid }] = (await until(writing, ({ length }) => length === 1)) as [{ pid: number }];
    proxy.turnAway('gateway');
    expect(await lost).toMatchObject(notNow);
    return { pid, letGo: () => lock.end() };
  };
  /** The database gives the change up. */
  const giveUp = async ({ pid, letGo }: Awaited<ReturnType<typeof breakOff>>): Promise<void> => {
    await world.sql('SELECT pg_terminate_backend($1, 10000)', [pid]);
    await letGo();
  };

  it('as its last answer does not arrive: the retry gets the answer of the change that was made', async () => {
    const lastWord = LAST_WORD[name];
    if (lastWord === undefined) throw new Error(`The last statement of ${name} is not known`);
    proxy.loseAnswersTo(lastWord);
    try {
      expect(await request.send('unheard')).toMatchObject(notNow);
    } finally {
      proxy.behave();
    }
    await until(request.effects, (effects) => effects === 1);
    const again = await inTheEnd(request, 'unheard');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    await expect(request.effects()).resolves.toBe(1);
    await expectConsistent(world);
  });

  it('as the connection broke before it was made: the retry finds that out and makes it', async () => {
    await giveUp(await breakOff('broken'));
    proxy.behave();
    const again = await inTheEnd(request, 'broken');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
    await expect(request.effects()).resolves.toBe(1);
    await expectConsistent(world);
  });

  it('and no retry comes: the key is given back all the same, so that any process may serve it', async () => {
    await giveUp(await breakOff('left'));
    await expect(keys()).resolves.toEqual(CLAIMED_WITH_ROW.includes(name) ? [] : [{ key: 'left', status: null }]);
    proxy.behave();
    await until(keys, ({ length }) => length === 0);
    await expect(request.effects()).resolves.toBe(0);
  });
});

describe('a change that is just being committed when its connection breaks', () => {
  const [LOCK, WAITS] = [7_300_113, 'test_wait_at_the_end'];
  let patient: GatewayProcess;
  beforeAll(async () => {
    patient = await world.gateway('api');
    await world.sql(`
      CREATE FUNCTION ${WAITS}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NEW; END $$;
      CREATE CONSTRAINT TRIGGER ${WAITS} AFTER INSERT ON direct_billing_transaction DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION ${WAITS}()`);
  });
  afterAll(() => world.sql(`DROP FUNCTION ${WAITS} CASCADE`));

  it('is not made twice: the retry is told to wait, and then gets its answer', async () => {
    const shop = await world.shop(patient);
    const send = (): Promise<HttpResponse> => shop.post('/transactions', { amount: 5 }, { headers: { 'Idempotency-Key': 'late' } });
    const gate = await world.holdOpen(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const lost = send();
    await until(
      () => world.sql(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`),
      ({ length }) => length === 1,
    );
    proxy.turnAway('gateway');
    expect(await lost).toMatchObject(notNow);
    proxy.behave();
    const meanwhile = await until(send, ({ status }) => status !== 503);
    expect(meanwhile).toMatchObject({ status: 409, body: { errorCode: 'IDEMPOTENCY_CONFLICT' } });
    await gate.end();
    const again = await until(send, ({ status }) => status !== 409);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect((await shop.get('/transactions')).body.pagination.total).toBe(1);
    await expectConsistent(world);
  });
});
