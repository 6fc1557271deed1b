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

/** The table that each route reads before it changes data. A lock on this table delays the request. */
const READ_FIRST: Record<string, string> = {
  'POST /sms/:serviceId': 'rate_limit',
  'POST /payment/:serviceId/transactions/:transactionId/refunds': 'payment_attempt',
  'POST /payment/:serviceId/links': 'payment_link',
};

const openClaims = (key: string): Promise<{ claim_id: string }[]> =>
  world.database.query('SELECT claim_id FROM idempotency_key WHERE key = $1 AND status IS NULL', [key]);

/** Sends a request twice. A table lock delays the first request until the second has taken over the key. @returns both responses. */
async function sendDelayed(table: string, key: string, send: () => Promise<HttpResponse>): Promise<HttpResponse[]> {
  const lockClient = new Client({ connectionString: world.get(Environment).database.ownerUrl });
  await lockClient.connect();
  await lockClient.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  const first = send();
  const [firstClaim] = await until(
    () => openClaims(key),
    ({ length }) => length === 1,
  );
  await expireClaims();
  const second = send();
  await until(
    () => openClaims(key),
    ([claim]) => claim?.claim_id !== firstClaim?.claim_id,
  );
  await lockClient.end();
  return Promise.all([first, second]);
}
const outcomesOf = (responses: HttpResponse[]): unknown[] => responses.map(({ status, body }) => [status, body.errorCode]);

describe.each(CLAIMED_WITH_ROW)('%s', (name) => {
  let request: RepeatableRequest;
  beforeEach(async () => {
    request = (await IDEMPOTENT_POSTS[name]?.({ ...world, shop: await world.createPartnerShop() })) as RepeatableRequest;
  });

  it('sent twice with one key has one effect while the insertion waits for a lock', async () => {
    const lockRunner = world.database.createQueryRunner();
    await lockRunner.startTransaction();
    await lockRunner.query('LOCK TABLE listing_change IN EXCLUSIVE MODE'); // both insertions write this table
    const countWaiting = (): Promise<{ count: number }[]> =>
      world.database.query(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'idempotency_key'`,
      );
    const first = request.send('both');
    await until(countWaiting, ([row]) => row?.count === 1);
    const second = request.send('both');
    await until(countWaiting, ([row]) => row?.count === 2);
    await lockRunner.rollbackTransaction();
    await lockRunner.release();
    const responses = await Promise.all([first, second]);
    const executed = responses.filter(({ status, headers }) => status === 200 && headers.get('idempotency-replayed') === null);
    expect(executed).toHaveLength(1);
    const [other] = responses.filter((response) => !executed.includes(response));
    if (other?.status === 200) expect(other.text).toBe(executed[0]?.text);
    else expect(other).toMatchObject({ status: 409, body: { errorCode: 'IDEMPOTENCY_CONFLICT' } });
    await expect(request.send('both').then(({ text }) => text)).resolves.toBe(executed[0]?.text);
    await expect(request.countEffects()).resolves.toBe(1);
  });

  it('takes over a claim that is older than a minute, but not a younger one', async () => {
    await expect(request.send('taken over').then(({ status }) => status)).resolves.toBe(200);
    const reopenClaim = (age: string): Promise<unknown> =>
      world.database.query(
        `UPDATE idempotency_key SET status = NULL, body = NULL, claimed_at = now() - $1::interval WHERE key = 'taken over'`,
        [age],
      );
    await reopenClaim('1 second');
    await expect(request.send('taken over')).resolves.toMatchObject({ status: 409, body: { errorCode: 'IDEMPOTENCY_CONFLICT' } });
    await reopenClaim('2 minutes');
    const again = await request.send('taken over');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
    await expect(request.send('taken over').then(({ text }) => text)).resolves.toBe(again.text);
    await expect(request.countEffects()).resolves.toBe(2);
  });
});

describe.each(Object.entries(IDEMPOTENT_POSTS).filter(([name]) => !CLAIMED_WITH_ROW.includes(name)))('%s', (name, createRequest) => {
  let request: RepeatableRequest;
  beforeEach(async () => {
    request = await createRequest({ ...world, shop: await world.createPartnerShop() });
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
    async function lockedClaim(
      key: string,
    ): Promise<{ unlock: () => Promise<void>; claim: () => Promise<KeyClaim | ResponseContent>; held: KeyClaim }> {
      const keys = world.get(IdempotencyKeys);
      const { partnerId } = await world.createPartnerShop();
      const claim = (): Promise<KeyClaim | ResponseContent> => keys.claim({ partnerId, key }, Buffer.from('the same'));
      const held = (await claim()) as KeyClaim;
      const lockRunner = world.database.createQueryRunner();
      await lockRunner.startTransaction();
      await lockRunner.query('SELECT FROM idempotency_key WHERE key = $1 FOR UPDATE', [key]);
      await keys.release(held);
      const unlock = async (): Promise<void> => {
        await lockRunner.rollbackTransaction();
        await lockRunner.release();
      };
      return { unlock, claim, held };
    }

    it('is released as soon as the row is unlocked', async () => {
      const { unlock } = await lockedClaim('busy');
      expect(await openClaims('busy')).toHaveLength(1);
      await unlock();
      await until(
        () => openClaims('busy'),
        ({ length }) => length === 0,
      );
    });

    it('can be taken over immediately after the row is unlocked, and the new claim remains', async () => {
      const { unlock, claim, held } = await lockedClaim('ended');
      await expect(claim()).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
      await unlock();
      const newClaim = (await claim()) as KeyClaim;
      expect(newClaim.claimId).not.toBe(held.claimId);
      const releases = world.get(ReleaseClaimsService);
      await until(
        () => releases.hasEnded(held.claimId),
        (isUnreleased) => !isUnreleased,
      );
      expect(await openClaims('ended')).toEqual([{ claim_id: newClaim.claimId }]);
    });
  });

  it('that is released while another request reads it makes that request fail with IDEMPOTENCY_CONFLICT', async () => {
    const { partnerId } = await world.createPartnerShop();
    // The key is already claimed, and the row of the claim is deleted before this request reads it.
    jest.spyOn(world.get(ClaimKeysService), 'run').mockResolvedValueOnce(false);
    const claim = world.get(IdempotencyKeys).claim({ partnerId, key: 'gone' }, Buffer.from('the same'));
    await expect(claim).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    jest.restoreAllMocks();
  });

  it('stores one response, and a second response is rejected', async () => {
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
