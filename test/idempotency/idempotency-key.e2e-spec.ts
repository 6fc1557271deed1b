import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SystemClock } from '../../src/common/time/clocks.js';
import { type Answer } from '../support/http-client.js';
import { type Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.partner();
});
afterAll(() => world.stop());

const send = (key: string, body: unknown = { amount: 5, control: 'idem' }, by: Shop = shop): Promise<Answer> =>
  by.post('/transactions', body, { headers: { 'Idempotency-Key': key } });
const total = async (by: Shop = shop): Promise<number> => (await by.get('/transactions')).body.pagination.total;

describe('Idempotency-Key', () => {
  it('replays status and body byte for byte and says so', async () => {
    const [first, again] = [await send('replay'), await send('replay')];
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([200, 'true', first.text]);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  });

  it('refuses the same key with another body or path', async () => {
    await send('other');
    const other = await shop.newToken();
    for (const answer of [
      await send('other', { amount: 6 }),
      await shop.post('/transactions?x=1', { amount: 5, control: 'idem' }, { headers: { 'Idempotency-Key': 'other' } }),
    ]) {
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['Idempotency-Key']]);
    }
    expect(
      (
        await shop.post('/transactions', { amount: 5, control: 'idem' }, { token: other.token, headers: { 'Idempotency-Key': 'other' } })
      ).headers.get('idempotency-replayed'),
    ).toBe('true');
  });

  it('belongs to the partner: another one may use the same key', async () => {
    const neighbour = await world.partner();
    await send('mine');
    expect((await send('mine', undefined, neighbour)).headers.get('idempotency-replayed')).toBeNull();
  });

  it('does not keep refusals that had no effect: the key may be used again', async () => {
    expect((await send('refused', { amount: -1 })).status).toBe(422);
    expect((await send('refused', { amount: 5 })).status).toBe(200);
  });

  it.each(['', ' ', 'x'.repeat(256), 'tab\there'])('refuses the key %j', async (key) => {
    expect((await send(key)).status).toBe(422);
  });

  it('a claim whose process died can be taken over after a minute, and a younger one not', async () => {
    const now = new Date();
    const clock = jest.spyOn(world.get(SystemClock), 'now').mockReturnValue(now);
    const claim = (key: string, ageMs: number): Promise<unknown> =>
      world.database.query(
        `INSERT INTO idempotency_key (partner_id, key, fingerprint, claim_id, claimed_at)
         SELECT partner_id, $2, fingerprint, gen_random_uuid(), $3 FROM idempotency_key WHERE partner_id = $1 AND key = 'like-this'`,
        [shop.partnerId, key, new Date(now.getTime() - ageMs)],
      );
    await send('like-this');
    await Promise.all([claim('abandoned', 60_001), claim('running', 60_000)]);
    const before = await total();
    expect((await send('abandoned')).status).toBe(200);
    expect((await send('running')).body.errorCode).toBe('IDEMPOTENCY_CONFLICT');
    expect(await total()).toBe(before + 1);
    clock.mockRestore();
  });
});
