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

/** As if a minute had passed: the claim may be taken over. */
const growOld = (): Promise<unknown> =>
  world.database.query(`UPDATE idempotency_key SET claimed_at = claimed_at - interval '2 minutes' WHERE status IS NULL`);

/** What each route reads before it changes anything. */
const READ_FIRST: Record<string, string> = {
  'POST /sms/:serviceId': 'rate_limit',
  'POST /payment/:serviceId/transactions/:transactionId/refunds': 'payment_attempt',
  'POST /payment/:serviceId/links': 'payment_link',
};

const claims = (key: string): Promise<{ claim_id: string }[]> =>
  world.database.query('SELECT claim_id FROM idempotency_key WHERE key = $1 AND status IS NULL', [key]);

/** The answers to the same request twice: the first is held up, where it reads a table, until the second has taken its key over. */
async function heldUp(table: string, key: string, send: () => Promise<HttpResponse>): Promise<HttpResponse[]> {
  const gate = new Client({ connectionString: world.get(Environment).database.ownerUrl });
  await gate.connect();
  await gate.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  const first = send();
  const [held] = await until(
    () => claims(key),
    ({ length }) => length === 1,
  );
  await growOld();
  const second = send();
  await until(
    () => claims(key),
    ([claim]) => claim?.claim_id !== held?.claim_id,
  );
  await gate.end();
  return Promise.all([first, second]);
}
const outcomes = (answers: HttpResponse[]): unknown[] => answers.map(({ status, body }) => [status, body.errorCode]);

describe.each(CLAIMED_WITH_ROW)('%s', (name) => {
  let request: RepeatableRequest;
  beforeEach(async () => {
    request = (await IDEMPOTENT_POSTS[name]?.({ ...world, shop: await world.partner() })) as RepeatableRequest;
  });

  it('that waits with another under its key has one effect, and the other waits for nothing', async () => {
    const gate = world.database.createQueryRunner();
    await gate.startTransaction();
    await gate.query('LOCK TABLE listing_change IN EXCLUSIVE MODE'); // which both statements write
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
    const answers = await Promise.all([first, second]);
    const made = answers.filter(({ status, headers }) => status === 200 && headers.get('idempotency-replayed') === null);
    expect(made).toHaveLength(1);
    const [other] = answers.filter((answer) => !made.includes(answer));
    if (other?.status === 200) expect(other.text).toBe(made[0]?.text);
    else expect(other).toMatchObject({ status: 409, body: { errorCode: 'IDEMPOTENCY_CONFLICT' } });
    await expect(request.send('both').then(({ text }) => text)).resolves.toBe(made[0]?.text);
    await expect(request.effects()).resolves.toBe(1);
  });

  it('takes over a claim that came to nothing, and leaves one that is young', async () => {
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
    await expect(request.effects()).resolves.toBe(2);
  });
});

describe.each(Object.entries(IDEMPOTENT_POSTS).filter(([name]) => !CLAIMED_WITH_ROW.includes(name)))('%s', (name, made) => {
  let request: RepeatableRequest;
  beforeEach(async () => {
    request = await made({ ...world, shop: await world.partner() });
  });

  it('that was held up until another one took its key over has no effect', async () => {
    const key = `held up ${name}`;
    const answers = await heldUp(READ_FIRST[name] ?? '', key, () => request.send(key));
    expect(outcomes(answers)).toEqual([
      [409, 'IDEMPOTENCY_CONFLICT'],
      [200, undefined],
    ]);
    expect(answers[0]?.body.message).toBe('Another request with this Idempotency-Key has taken over.');
    await expect(request.effects()).resolves.toBe(1);
    const again = await request.send(key);
    expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([200, 'true', answers[1]?.text]);
  });
});

describe('a request that is refused', () => {
  it('after another one took its key over says that it was, and keeps nothing', async () => {
    const shop = await createSmsShop(world);
    const send = (): Promise<HttpResponse> => shop.check('NOSUCH', 7055, { headers: { 'Idempotency-Key': 'refused late' } });
    const answers = await heldUp('rate_limit', 'refused late', send);
    expect(outcomes(answers)).toEqual([
      [409, 'IDEMPOTENCY_CONFLICT'],
      [404, 'TRANSACTION_NOT_FOUND'],
    ]);
    const again = await send();
    expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', answers[1]?.text]);
  });
});

describe('a claim', () => {
  it('that was taken over is not given back by the request that had it', async () => {
    const keys = world.get(IdempotencyKeys);
    const { partnerId } = await world.partner();
    const claim = async (): Promise<KeyClaim> => (await keys.claim({ partnerId, key: 'mine' }, Buffer.from('the same'))) as KeyClaim;
    const first = await claim();
    await growOld();
    const second = await claim();
    await keys.release(first);
    await expect(claim()).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    await keys.release(second);
    await expect(claim()).resolves.toMatchObject({ partnerId, key: 'mine' });
  });

  describe('whose row somebody holds while it is given back', () => {
    async function heldClaim(
      key: string,
    ): Promise<{ free: () => Promise<void>; claim: () => Promise<KeyClaim | ResponseContent>; held: KeyClaim }> {
      const keys = world.get(IdempotencyKeys);
      const { partnerId } = await world.partner();
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

    it('is given back as soon as the row is free', async () => {
      const { free } = await heldClaim('busy');
      expect(await claims('busy')).toHaveLength(1);
      await free();
      await until(
        () => claims('busy'),
        ({ length }) => length === 0,
      );
    });

    it('may be taken over at once when the row is free, and the new one stays', async () => {
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

  it('that is given back while another request looks at it is that one’s to repeat', async () => {
    const { partnerId } = await world.partner();
    jest.spyOn(world.get(ClaimKeysService), 'run').mockResolvedValueOnce(false); // and nothing is there any more
    const claim = world.get(IdempotencyKeys).claim({ partnerId, key: 'gone' }, Buffer.from('the same'));
    await expect(claim).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    jest.restoreAllMocks();
  });

  it('keeps one answer: what is written a second time is refused', async () => {
    const keys = world.get(IdempotencyKeys);
    const { partnerId } = await world.partner();
    const claim = async (): Promise<KeyClaim | ResponseContent> => keys.claim({ partnerId, key: 'once' }, Buffer.from('the same'));
    const held = (await claim()) as KeyClaim;
    await storeResponse(world.database, { ...held, status: 200, body: 'first' });
    await expect(storeResponse(world.database, { ...held, status: 200, body: 'second' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    await expect(claim()).resolves.toEqual({ status: 200, body: 'first' });
  });
});
