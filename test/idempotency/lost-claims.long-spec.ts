import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ClaimKeysService } from '../../src/platform/idempotency/claim-keys.service.js';
import { IdempotencyKeys } from '../../src/platform/idempotency/idempotency-keys.js';
import { type KeyClaim, type ResponseContent, storeResponse } from '../../src/platform/idempotency/stored-response.js';
import { ReleaseClaimsService } from '../../src/platform/idempotency/release-claims.service.js';
import { createSmsShop, GATEWAY_SECRET } from '../sms/sms-shop.js';
import type { HttpResponse } from '../support/http-client.js';
import { CLAIMED_WITH_ROW, IDEMPOTENT_POSTS, type RepeatableRequest } from '../support/idempotent-posts.js';
import { until } from '../support/until.js';
import { Environment } from '../../src/runtime/config/environment.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
});
afterAll(() => world.stop());

/** Makes open claims two minutes older, so that they can be taken over. */
const expireClaims = (): Promise<unknown> =>
  world.database.query(`UPDATE idempotency_key SET claimed_at = claimed_at - interval '2 minutes' WHERE status IS NULL`);

/** Table that each route reads before it changes data. */
const READ_FIRST: Record<string, string> = {
  'POST /sms/:serviceId': 'rate_limit',
  'POST /payment/:serviceId/transactions/:transactionId/refunds': 'payment_attempt',
  'POST /payment/:serviceId/links': 'payment_link',
};

const claims = (key: string): Promise<{ claim_id: string }[]> =>
  world.database.query('SELECT claim_id FROM idempotency_key WHERE key = $1 AND status IS NULL', [key]);

/** Sends a request twice. A table lock delays the first one until the second has taken over its key. @returns both responses. */
async function sendDelayed(table: string, key: string, send: () => Promise<HttpResponse>): Promise<HttpResponse[]> {
  const gate = new Client({ connectionString: world.get(Environment).database.ownerUrl });
  await gate.connect();
  await gate.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  const first = send();
  const [held] = await until(
    () => claims(key),
    ({ length }) => length === 1,
  );
  await expireClaims();
  const second = send();
  await until(
    () => claims(key),
    ([claim]) => claim?.claim_id !== held?.claim_id,
  );
  await gate.end();
  return Promise.all([first, second]);
}
const outcomesOf = (responses: HttpResponse[]): unknown[] => responses.map(({ status, body }) => [status, body.errorCode]);

describe.each(CLAIMED_WITH_ROW)('%s', (name) => {
  let request: RepeatableRequest;
  beforeEach(async () => {
    request = (await IDEMPOTENT_POSTS[name]?.({ ...world, shop: await world.createPartnerShop() })) as RepeatableRequest;
  });

  it('sent twice with one key has one effect while the insertion waits for a lock', async () => {
    const gate = world.database.createQueryRunner();
    await gate.startTransaction();
    await gate.query('LOCK TABLE listing_change IN EXCLUSIVE MODE'); // both statements write this table
    const waiting = (): Promise<{ count: number }[]> =>
      world.database.query(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'idempotency_key'`,
      );
    const first = request.send('both');
    await until(waiting, ([found]) => found?.count === 1);
    const second = request.send('both');
    await until(waiting, ([found]) => found?.count === 2);
    await gate.rollbackTransaction();
    await gate.release();
    const responses = await Promise.all([first, second]);
    const made = responses.filter(({ status, headers }) => status === 200 && headers.get('idempotency-replayed') === null);
    expect(made).toHaveLength(1);
    const [other] = responses.filter((answer) => !made.includes(answer));
    if (other?.status === 200) expect(other.text).toBe(made[0]?.text);
    else expect(other).toMatchObject({ status: 409, body: { errorCode: 'IDEMPOTENCY_CONFLICT' } });
    await expect(request.send('both').then(({ text }) => text)).resolves.toBe(made[0]?.text);
    await expect(request.countEffects()).resolves.toBe(1);
  });

  it('takes over a claim that is older than a minute, but not a younger one', async () => {
    await expect(request.send('taken over').then(({ status }) => status)).resolves.toBe(200);
    const open = (age: string): Promise<unknown> =>
      world.database.query(
        `UPDATE idempotency_key SET status = NULL, body = NULL, claimed_at = now() - $1::interval WHERE key = 'taken over'`,
        [age],
      );
    await open('1 second');
    await expect(request.send('taken over')).resolves.toMatchObject({ status: 409, body: { errorCode: 'IDEMPOTENCY_CONFLICT' } });
    await open('2 minutes');
    const again = await request.send('taken over');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
    await expect(request.send('taken over').then(({ text }) => text)).resolves.toBe(again.text);
    await expect(request.countEffects()).resolves.toBe(2);
  });
});

describe.each(Object.entries(IDEMPOTENT_POSTS).filter(([name]) => !CLAIMED_WITH_ROW.includes(name)))('%s', (name, made) => {
  let request: RepeatableRequest;
  beforeEach(async () => {
    request = await made({ ...world, shop: await world.createPartnerShop() });
  });

  it('that is delayed until another request takes over its key has no effect', async () => {
    const key = `held up ${name}`;
    const responses = await sendDelayed(READ_FIRST[name] ?? '', key, () => request.send(key));
    expect(outcomesOf(responses)).toEqual([
      [409, 'IDEMPOTENCY_CONFLICT'],
      [200, undefined],
    ]);
    expect(responses[0]?.body.message).toBe('Another request with this Idempotency-Key has taken over.');
    await expect(request.countEffects()).resolves.toBe(1);
    const again = await request.send(key);
    expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([200, 'true', responses[1]?.text]);
  });
});

describe('a request that is rejected', () => {
  it('after another request took over its key gets IDEMPOTENCY_CONFLICT, and its response is not stored', async () => {
    const shop = await createSmsShop(world);
    const send = (): Promise<HttpResponse> => shop.check('NOSUCH', 7055, { headers: { 'Idempotency-Key': 'refused late' } });
    const responses = await sendDelayed('rate_limit', 'refused late', send);
    expect(outcomesOf(responses)).toEqual([
      [409, 'IDEMPOTENCY_CONFLICT'],
      [404, 'TRANSACTION_NOT_FOUND'],
    ]);
    const again = await send();
    expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', responses[1]?.text]);
  });
});

describe('a claim', () => {
  it('that was taken over is not released by the request that had it', async () => {
    const keys = world.get(IdempotencyKeys);
    const { partnerId } = await world.createPartnerShop();
    const claim = async (): Promise<KeyClaim> => (await keys.claim({ partnerId, key: 'mine' }, Buffer.from('the same'))) as KeyClaim;
    const first = await claim();
    await expireClaims();
    const second = await claim();
    await keys.release(first);
    await expect(claim()).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    await keys.release(second);
    await expect(claim()).resolves.toMatchObject({ partnerId, key: 'mine' });
  });

  describe('whose row another transaction has locked during the release', () => {
    async function heldClaim(
      key: string,
    ): Promise<{ free: () => Promise<void>; claim: () => Promise<KeyClaim | ResponseContent>; held: KeyClaim }> {
      const keys = world.get(IdempotencyKeys);
      const { partnerId } = await world.createPartnerShop();
      const claim = (): Promise<KeyClaim | ResponseContent> => keys.claim({ partnerId, key }, Buffer.from('the same'));
      const held = (await claim()) as KeyClaim;
      const holder = world.database.createQueryRunner();
      await holder.startTransaction();
      await holder.query('SELECT FROM idempotency_key WHERE key = $1 FOR UPDATE', [key]);
      await keys.release(held);
      const free = async (): Promise<void> => {
        await holder.rollbackTransaction();
        await holder.release();
      };
      return { free, claim, held };
    }

    it('is released as soon as the row is unlocked', async () => {
      const { free } = await heldClaim('busy');
      expect(await claims('busy')).toHaveLength(1);
      await free();
      await until(
        () => claims('busy'),
        ({ length }) => length === 0,
      );
    });

    it('can be taken over at once when the row is unlocked, and the new claim remains', async () => {
      const { free, claim, held } = await heldClaim('ended');
      await expect(claim()).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
      await free();
      const next = (await claim()) as KeyClaim;
      expect(next.claimId).not.toBe(held.claimId);
      const releases = world.get(ReleaseClaimsService);
      await until(
        () => releases.hasEnded(held.claimId),
        (open) => !open,
      );
      expect(await claims('ended')).toEqual([{ claim_id: next.claimId }]);
    });
  });

  it('that is released while another request reads it makes that request fail with IDEMPOTENCY_CONFLICT', async () => {
    const { partnerId } = await world.createPartnerShop();
    jest.spyOn(world.get(ClaimKeysService), 'run').mockResolvedValueOnce(false); // the key was used, and its row is deleted before it is read
    const claim = world.get(IdempotencyKeys).claim({ partnerId, key: 'gone' }, Buffer.from('the same'));
    await expect(claim).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    jest.restoreAllMocks();
  });

  it('stores one response, and a second one is rejected', async () => {
    const keys = world.get(IdempotencyKeys);
    const { partnerId } = await world.createPartnerShop();
    const claim = async (): Promise<KeyClaim | ResponseContent> => keys.claim({ partnerId, key: 'once' }, Buffer.from('the same'));
    const held = (await claim()) as KeyClaim;
    await storeResponse(world.database, { ...held, status: 200, body: 'first' });
    await expect(storeResponse(world.database, { ...held, status: 200, body: 'second' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    await expect(claim()).resolves.toEqual({ status: 200, body: 'first' });
  });
});
