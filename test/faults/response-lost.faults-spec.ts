import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { GATEWAY_SECRET } from '../sms/sms-shop.js';
import type { HttpResponse } from '../support/http-client.js';
import type { Shop } from '../support/shop.js';
import { CLAIMED_WITH_ROW, IDEMPOTENT_POSTS, type RepeatableRequest } from '../support/idempotent-posts.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { readDemoPartner } from './support/read-demo-partner.js';
import { makeDataDir, removeDataDir, startEmbeddedGateway } from './support/embedded-gateway.js';
import { expectConsistent } from './support/expect-consistent.js';
import { type FaultWorld, startFaultWorld } from './support/fault-world.js';
import type { GatewayProcess } from './support/gateway-process.js';

/** Keys of advisory locks. While the test holds the first, no response is stored; while it holds the second, no response is committed. */
const [BEFORE_STORING, BEFORE_COMMIT] = [7_300_111, 7_300_112];

const noResponse = (): null => null;

/** Each test starts processes many times, which takes long on a busy machine. */
jest.setTimeout(300_000);

describe('a response that is lost because the process was killed', () => {
  let world: FaultWorld;
  let api: GatewayProcess;
  let shop: Shop;
  beforeAll(async () => {
    world = await startFaultWorld();
    api = await world.gateway('api', { SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    shop = await world.shop(api);
  });

  const send = (key: string): Promise<HttpResponse> =>
    shop.post('/transactions', { amount: 5, control: key }, { headers: { 'Idempotency-Key': key } });
  const transactionIdsOf = async (key: string): Promise<string[]> =>
    (
      await world.sql<{ id: string }>('SELECT id FROM direct_billing_transaction WHERE service_id = $1 AND control = $2', [
        shop.serviceId,
        key,
      ])
    ).map(({ id }) => id);
  /** Makes the claims of the killed process two minutes older. Another process may take over a claim that is older than a minute. */
  const ageClaims = (): Promise<unknown> =>
    world.sql(`UPDATE idempotency_key SET claimed_at = claimed_at - interval '2 minutes' WHERE status IS NULL`);
  const findWaitingSessions = (): Promise<{ pid: number }[]> =>
    world.sql(`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`);
  const waitForSessions = (n: number): Promise<unknown> => until(findWaitingSessions, ({ length }) => length === n);

  describe.each(Object.entries(IDEMPOTENT_POSTS))('to %s', (name, createRequest) => {
    let request: RepeatableRequest;
    beforeAll(() =>
      world.sql(`
        CREATE FUNCTION test_wait() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_advisory_xact_lock_shared(TG_ARGV[0]::bigint); RETURN NEW; END $$;
        CREATE TRIGGER test_wait_to_keep BEFORE INSERT OR UPDATE ON idempotency_key FOR EACH ROW WHEN (NEW.status IS NOT NULL)
          EXECUTE FUNCTION test_wait(${BEFORE_STORING});
        CREATE CONSTRAINT TRIGGER test_wait_at_the_end AFTER INSERT OR UPDATE ON idempotency_key DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW WHEN (NEW.status IS NOT NULL) EXECUTE FUNCTION test_wait(${BEFORE_COMMIT})`),
    );
    afterAll(() => world.sql('DROP FUNCTION test_wait CASCADE'));
    beforeEach(async () => {
      request = await world.withServices((get) => createRequest({ http: api.http, get, shop }));
    });

    it('during the commit of change and response: the retry gets the stored response, and nothing is done again', async () => {
      const gate = await world.holdOpen(`SELECT pg_advisory_xact_lock(${BEFORE_COMMIT})`);
      const lost = request.send('lost').catch(noResponse);
      await waitForSessions(1);
      await api.kill();
      await gate.end(); // The database finishes the commit.
      await expect(lost).resolves.toBeNull();
      await waitForSessions(0);
      await api.startAgain();
      await until(request.countEffects, (effects) => effects === 1);
      const [repeated, repeatedAgain] = [await request.send('lost'), await request.send('lost')];
      expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      expect(repeatedAgain.text).toBe(repeated.text);
      await expect(request.countEffects()).resolves.toBe(1);
      await expectConsistent(world);
    });

    it('before it was stored: the change is rolled back, too, and the retry makes it once', async () => {
      const gate = await world.holdOpen(`SELECT pg_advisory_xact_lock(${BEFORE_STORING})`);
      const lost = request.send('never').catch(noResponse);
      await waitForSessions(1);
      await api.kill();
      // The database session is ended as well. Otherwise PostgreSQL could finish the transaction without the process.
      for (const { pid } of await findWaitingSessions()) await world.sql('SELECT pg_terminate_backend($1)', [pid]);
      await waitForSessions(0);
      await gate.end();
      await expect(lost).resolves.toBeNull();
      await api.startAgain();
      await expect(request.countEffects()).resolves.toBe(0);
      if (!CLAIMED_WITH_ROW.includes(name)) {
        expect(await request.send('never')).toMatchObject({ status: 409, body: { errorCode: 'IDEMPOTENCY_CONFLICT' } });
        await ageClaims();
      }
      const repeated = await request.send('never');
      expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([200, null]);
      expect((await request.send('never')).text).toBe(repeated.text);
      await expect(request.countEffects()).resolves.toBe(1);
      await expectConsistent(world);
    });
  });

  it('at any time during many requests: each key has one transaction, and a response that was received stays the same', async () => {
    const confirmed = new Map<string, string>();
    for (let round = 0; round < 3; round += 1) {
      const keys = times(40, (index) => `round-${round}-${index}`);
      let done = 0;
      const sending = keys.map(async (key) => {
        const response = await send(key).catch(noResponse);
        if (response?.status === 200) confirmed.set(key, response.text);
        done += 1;
      });
      await until(
        () => done,
        (count) => count >= 4 + 8 * round,
      );
      await api.kill();
      await Promise.all(sending);
      await api.startAgain();
      await ageClaims();
      const retried = await Promise.all(keys.map(async (key) => ({ key, response: await send(key) })));
      for (const { key, response } of retried) {
        expect(response.status).toBe(200);
        await expect(transactionIdsOf(key)).resolves.toEqual([response.body.data.transactionId]);
      }
      for (const { key, response } of retried) if (confirmed.has(key)) expect(response.text).toBe(confirmed.get(key));
    }
    expect(confirmed.size).toBeGreaterThan(0);
    await expectConsistent(world);
  });
});

describe('kill -9 of a gateway with the embedded database', () => {
  let dataDir: string;
  let gateway: GatewayProcess | undefined;
  beforeEach(async () => {
    dataDir = await makeDataDir();
  });
  afterEach(async () => {
    await gateway?.stop();
    await removeDataDir(dataDir);
  });

  it('loses no data of a response, and the next start serves them', async () => {
    gateway = await startEmbeddedGateway(dataDir);
    const { http } = gateway;
    const { token, serviceId } = await readDemoPartner(gateway);
    const path = `/directbilling/${serviceId}/transactions`;
    const confirmed: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const sending = times(30, async () => {
        const response = await http.post(path, { token, body: { amount: 5 } }).catch(noResponse);
        if (response?.status === 200) confirmed.push(response.body.data.transactionId);
      });
      await until(
        () => confirmed.length,
        (length) => length >= 5 + 20 * round,
      );
      await gateway.kill();
      await Promise.all(sending);
      await gateway.startAgain();
      for (const id of confirmed) expect((await http.get(`${path}/${id}`, { token })).status).toBe(200);
      const { pagination } = (await http.get(`${path}?limit=100`, { token })).body;
      expect(pagination.total).toBe(pagination.count);
      expect(pagination.total).toBeGreaterThanOrEqual(confirmed.length);
    }
  });
});
