import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { IdempotencyKeys } from '../../src/platform/idempotency/idempotency-keys.js';
import { keepAnswer } from '../../src/platform/idempotency/keep-answer.js';
import type { KeyClaim, StoredAnswer } from '../../src/platform/idempotency/kept-answer.js';
import { GATEWAY_SECRET } from '../sms/sms-shop.js';
import { IDEMPOTENT_POSTS, type Repeatable } from '../support/idempotent-posts.js';
import { until } from '../support/until.js';
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
  'POST /directbilling/:serviceId/transactions': 'direct_billing_tariff',
  'POST /sms/:serviceId': 'rate_limit',
};

describe.each(Object.entries(IDEMPOTENT_POSTS))('%s', (name, made) => {
  const claims = (key: string): Promise<{ claim_id: string }[]> =>
    world.database.query('SELECT claim_id FROM idempotency_key WHERE key = $1 AND status IS NULL', [key]);
  let request: Repeatable;
  beforeEach(async () => {
    request = await made({ ...world, shop: await world.partner() });
  });

  it('that was held up until another one took its key over has no effect', async () => {
    const key = `held up ${name}`;
    const gate = world.database.createQueryRunner();
    await gate.startTransaction();
    await gate.query(`LOCK TABLE ${READ_FIRST[name]} IN ACCESS EXCLUSIVE MODE`);
    const first = request.send(key);
    const [held] = await until(
      () => claims(key),
      ({ length }) => length === 1,
    );
    await growOld();
    const second = request.send(key);
    await until(
      () => claims(key),
      ([claim]) => claim?.claim_id !== held?.claim_id,
    );
    await gate.rollbackTransaction();
    await gate.release();
    const answers = await Promise.all([first, second]);
    expect(answers.map(({ status, body }) => [status, body.errorCode])).toEqual([
      [409, 'IDEMPOTENCY_CONFLICT'],
      [200, undefined],
    ]);
    await expect(request.effects()).resolves.toBe(1);
    const again = await request.send(key);
    expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([200, 'true', answers[1].text]);
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

  it('keeps one answer: what is written a second time is refused', async () => {
    const keys = world.get(IdempotencyKeys);
    const { partnerId } = await world.partner();
    const claim = async (): Promise<KeyClaim | StoredAnswer> => keys.claim({ partnerId, key: 'once' }, Buffer.from('the same'));
    const held = (await claim()) as KeyClaim;
    await keepAnswer(world.database, { ...held, status: 200, body: 'first' });
    await expect(keepAnswer(world.database, { ...held, status: 200, body: 'second' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    await expect(claim()).resolves.toEqual({ status: 200, body: 'first' });
  });
});
