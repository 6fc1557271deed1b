import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { removeEmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import type { Answer } from '../support/http-client.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { demoOf } from './support/demo-of.js';
import { startEmbeddedGateway } from './support/embedded-gateway.js';
import { expectConsistent } from './support/expect-consistent.js';
import { type FaultWorld, startFaultWorld } from './support/fault-world.js';
import type { GatewayProcess } from './support/gateway-process.js';

/** A number nobody else locks. */
const HELD = 7_300_111;

const cut = (): null => null;

/** Every test starts processes again and again, which takes its time on a busy machine. */
jest.setTimeout(300_000);

describe('an answer that is lost because the process was killed', () => {
  let world: FaultWorld;
  let api: GatewayProcess;
  let shop: Shop;
  beforeAll(async () => {
    world = await startFaultWorld();
    api = await world.gateway('api');
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    shop = await world.shop(api);
  });

  const send = (key: string): Promise<Answer> =>
    shop.post('/transactions', { amount: 5, control: key }, { headers: { 'Idempotency-Key': key } });
  const made = async (key: string): Promise<string[]> =>
    (
      await world.sql<{ id: string }>('SELECT id FROM direct_billing_transaction WHERE service_id = $1 AND control = $2', [
        shop.serviceId,
        key,
      ])
    ).map(({ id }) => id);
  /** Claims of a process that is gone may be taken over after a minute. */
  const minutePasses = (): Promise<unknown> =>
    world.sql(`UPDATE idempotency_key SET claimed_at = claimed_at - interval '2 minutes' WHERE status IS NULL`);
  const somebodyWaits = (): Promise<unknown> =>
    until(
      () => world.sql(`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`),
      ({ length }) => length === 1,
    );

  describe('while the change is being committed', () => {
    // A check at the very end of the transaction waits for whoever holds the number.
    beforeAll(() =>
      world.sql(`
        CREATE FUNCTION test_wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${HELD}); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER test_wait_at_commit AFTER INSERT ON direct_billing_transaction DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION test_wait_at_commit()`),
    );
    afterAll(() => world.sql('DROP TRIGGER test_wait_at_commit ON direct_billing_transaction; DROP FUNCTION test_wait_at_commit'));

    it('the retry gets the answer of the change that was made, and nothing is made again', async () => {
      const gate = await world.holdOpen(`SELECT pg_advisory_xact_lock(${HELD})`);
      const lost = send('lost').catch(cut);
      await somebodyWaits();
      await api.kill();
      await gate.end(); // the database finishes what it was told
      await expect(lost).resolves.toBeNull();
      const [id] = await until(
        () => made('lost'),
        ({ length }) => length === 1,
      );
      await api.startAgain();
      const [again, oncemore] = [await send('lost'), await send('lost')];
      expect([again.status, again.headers.get('idempotency-replayed'), again.body.data.transactionId]).toEqual([200, 'true', id]);
      expect(oncemore.text).toBe(again.text);
      await expect(made('lost')).resolves.toEqual([id]);
      await expectConsistent(world);
    });
  });

  it('before the change was committed: nothing is left of it, and the retry makes it once', async () => {
    const lock = await world.holdOpen('LOCK TABLE listing_change IN EXCLUSIVE MODE');
    const lost = send('never').catch(cut);
    await somebodyWaits();
    await api.kill();
    await lock.end();
    await expect(lost).resolves.toBeNull();
    await api.startAgain();
    await expect(made('never')).resolves.toEqual([]);
    expect(await send('never')).toMatchObject({ status: 409, body: { errorCode: 'IDEMPOTENCY_CONFLICT' } });
    await minutePasses();
    expect((await send('never')).status).toBe(200);
    await expect(made('never')).resolves.toHaveLength(1);
    await expectConsistent(world);
  });

  it('at any moment of many requests: each key has one transaction, and what was answered stays answered', async () => {
    const answered = new Map<string, string>();
    for (let round = 0; round < 3; round += 1) {
      const keys = times(40, (index) => `round-${round}-${index}`);
      let done = 0;
      const sending = keys.map(async (key) => {
        const answer = await send(key).catch(cut);
        if (answer?.status === 200) answered.set(key, answer.text);
        done += 1;
      });
      await until(
        () => done,
        (count) => count >= 4 + 8 * round,
      );
      await api.kill();
      await Promise.all(sending);
      await api.startAgain();
      await minutePasses();
      const retried = await Promise.all(keys.map(async (key) => ({ key, answer: await send(key) })));
      for (const { key, answer } of retried) {
        expect(answer.status).toBe(200);
        await expect(made(key)).resolves.toEqual([answer.body.data.transactionId]);
      }
      for (const { key, answer } of retried) if (answered.has(key)) expect(answer.text).toBe(answered.get(key));
    }
    expect(answered.size).toBeGreaterThan(0);
    await expectConsistent(world);
  });
});

describe('kill -9 of a gateway with the embedded database', () => {
  let dataDir: string;
  let gateway: GatewayProcess | undefined;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), `payment-gateway-test-${process.pid}-`));
  });
  afterEach(async () => {
    await gateway?.stop();
    await removeEmbeddedPostgres(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('loses nothing that was answered, and the next start serves it', async () => {
    gateway = await startEmbeddedGateway(dataDir);
    const { http } = gateway;
    const { token, serviceId } = await demoOf(gateway);
    const path = `/directbilling/${serviceId}/transactions`;
    const answered: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const sending = times(30, async () => {
        const answer = await http.post(path, { token, body: { amount: 5 } }).catch(cut);
        if (answer?.status === 200) answered.push(answer.body.data.transactionId);
      });
      await until(
        () => answered.length,
        (length) => length >= 5 + 20 * round,
      );
      await gateway.kill();
      await Promise.all(sending);
      await gateway.startAgain();
      for (const id of answered) expect((await http.get(`${path}/${id}`, { token })).status).toBe(200);
      const { pagination } = (await http.get(`${path}?limit=100`, { token })).body;
      expect(pagination.total).toBe(pagination.count);
      expect(pagination.total).toBeGreaterThanOrEqual(answered.length);
    }
  });
});
