import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SystemClock } from '../../src/common/time/clocks.js';
import { createSmsShop, GATEWAY_SECRET } from '../sms/sms-shop.js';
import { type HttpResponse } from '../support/http-client.js';
import { type Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  shop = await world.createPartnerShop();
});
afterAll(() => world.stop());

const BODY = { amount: 5, control: 'idem' };
const send = (key: string, body: unknown = BODY, sender: Shop = shop): Promise<HttpResponse> =>
  sender.post('/transactions', body, { headers: { 'Idempotency-Key': key } });
const countTransactions = async (): Promise<number> => (await shop.get('/transactions')).body.pagination.total;

describe('Idempotency-Key', () => {
  it('replays status and body byte for byte, and marks the response as replayed', async () => {
    const [first, again] = [await send('replay'), await send('replay')];
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([200, 'true', first.text]);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  });

  it('rejects the same key with another path or another body, even if only whitespace in the JSON differs', async () => {
    await send('other');
    const sms = await createSmsShop(world, { partnerId: shop.partnerId });
    for (const response of [
      await send('other', { amount: 6 }),
      await send('other', { amount: 'none' }), // with a new key, the error would be about the amount
      await send('other', '{"amount": 5,"control":"idem"}'),
      await sms.check('AAAAA1', undefined, { headers: { 'Idempotency-Key': 'other' } }),
    ]) {
      const message = 'This key was used for another request; use a new key for each request.';
      expect([response.status, response.body.errors]).toEqual([422, { 'Idempotency-Key': [message] }]);
    }
  });

  it('is valid for all tokens of a partner', async () => {
    await send('token');
    const other = await shop.newToken();
    const again = await shop.post('/transactions', BODY, { token: other.token, headers: { 'Idempotency-Key': 'token' } });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it.each(['/transactions/', '/transactions?', '/transactions?x=1', '/transactions/?amount=7', '/Transactions'])(
    'treats %s as the same request, because a trailing slash, upper case and the query are ignored',
    async (path) => {
      const first = await send(`way-of-${path}`);
      const again = await shop.post(path, BODY, { headers: { 'Idempotency-Key': `way-of-${path}` } });
      expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([200, 'true', first.text]);
    },
  );

  it.each(['application/vnd.api+json', 'application/json; charset=UTF-8'])('recognizes a repeated body of the type %s', async (type) => {
    const sendAmount = (amount: number): Promise<HttpResponse> =>
      shop.post('/transactions', JSON.stringify({ amount }), { headers: { 'Idempotency-Key': `of-${type}`, 'Content-Type': type } });
    const [first, other, again] = [await sendAmount(5), await sendAmount(6), await sendAmount(5)];
    expect([first.status, other.status, Object.keys(other.body.errors)]).toEqual([200, 422, ['Idempotency-Key']]);
    expect(again.text).toBe(first.text);
  });

  it('belongs to one partner, so that another partner may use the same key', async () => {
    const otherPartner = await world.createPartnerShop();
    await send('mine');
    expect((await send('mine', undefined, otherPartner)).headers.get('idempotency-replayed')).toBeNull();
  });

  it('does not store a rejection without effect, so that the key may be used again', async () => {
    expect((await send('refused', { amount: -1 })).status).toBe(422);
    expect((await send('refused', { amount: 5 })).status).toBe(200);
  });

  it('stores a rejection that depends on stored data', async () => {
    const sms = await createSmsShop(world, { partnerId: shop.partnerId });
    const check = (code: string): Promise<HttpResponse> => sms.check(code, 7055, { headers: { 'Idempotency-Key': 'not found' } });
    const [first, again] = [await check('NOSUCH'), await check('NOSUCH')];
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([404, null]);
    expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([404, 'true', first.text]);
    expect((await check('OTHER1')).status).toBe(422);
  });

  it.each(['', ' ', 'x'.repeat(256), 'tab\there'])('rejects the key %j', async (key) => {
    const { status, body } = await send(key);
    expect([status, body.errors]).toEqual([
      422,
      { 'Idempotency-Key': ['The Idempotency-Key must have 1 to 255 printable ASCII characters.'] },
    ]);
  });

  it.each(['x', 'xy', 'x'.repeat(255), 'two words'])('accepts the key %j', async (key) => {
    expect((await send(key)).status).toBe(200);
  });

  it('stores a response even when nothing was changed', async () => {
    const sms = await createSmsShop(world, { partnerId: shop.partnerId });
    const code = await sms.buyCode();
    await sms.check(code, 7055);
    const check = (): Promise<HttpResponse> => sms.check(code, 7055, { headers: { 'Idempotency-Key': 'used before' } });
    const [first, again] = [await check(), await check()];
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([200, 'true', first.text]);
  });

  it('is claimed by a new request when its claim is older than a minute, but not when the claim is younger', async () => {
    const now = new Date();
    const clock = jest.spyOn(world.get(SystemClock), 'now').mockReturnValue(now);
    const insertClaim = (key: string, ageMs: number): Promise<unknown> =>
      world.database.query(
        `INSERT INTO idempotency_key (partner_id, key, fingerprint, claim_id, claimed_at)
         SELECT partner_id, $2, fingerprint, gen_random_uuid(), $3 FROM idempotency_key WHERE partner_id = $1 AND key = 'like-this'`,
        [shop.partnerId, key, new Date(now.getTime() - ageMs)],
      );
    await send('like-this');
    await Promise.all([insertClaim('abandoned', 60_001), insertClaim('running', 60_000)]);
    const before = await countTransactions();
    // The abandoned request had another body.
    expect((await send('abandoned', { amount: 6 })).body).toMatchObject({ errorCode: 'VALIDATION_ERROR' });
    expect((await send('abandoned')).status).toBe(200);
    expect((await send('running')).body).toMatchObject({
      errorCode: 'IDEMPOTENCY_CONFLICT',
      message: 'A request with this Idempotency-Key is still running. Repeat it in a moment to get its answer.',
    });
    expect(await countTransactions()).toBe(before + 1);
    clock.mockRestore();
  });
});
