import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GATEWAY_SECRET } from '../sms/sms-shop.js';
import { IDEMPOTENT_POSTS, ACQUIRER_POSTS } from '../support/idempotent-posts.js';
import { isProtected, nameOf, routesOf } from '../support/routes.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
});
afterAll(() => world.stop());

it('every POST of partners is idempotent and has a request in the tests of idempotency', () => {
  const posts = routesOf(world).filter((route) => isProtected(route) && route.method === 'POST');
  expect(posts.map(nameOf).sort()).toEqual([...Object.keys(IDEMPOTENT_POSTS), ...ACQUIRER_POSTS].sort());
  expect(routesOf(world).filter(({ idempotent }) => idempotent)).toEqual(posts);
});

describe.each(Object.entries(IDEMPOTENT_POSTS))('%s', (_, createRequest) => {
  it('sent 20 times concurrently has one effect and one response', async () => {
    const request = await createRequest({ ...world, shop: await world.createPartnerShop() });
    const responses = await Promise.all(times(20, () => request.send('at-once')));
    expect(await request.countEffects()).toBe(1);

    const conflicts = responses.filter(({ status }) => status !== 200);
    expect(conflicts.filter(({ body }) => body.errorCode !== 'IDEMPOTENCY_CONFLICT')).toEqual([]);
    const successful = responses.filter(({ status }) => status === 200);
    expect(successful.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    const again = await request.send('at-once');
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(new Set([...successful, again].map(({ text }) => text)).size).toBe(1);
    expect(await request.countEffects()).toBe(1);
  });

  it('sent with another key is a new request', async () => {
    const request = await createRequest({ ...world, shop: await world.createPartnerShop() });
    const [first, second] = [await request.send('first'), await request.send('second')];
    expect(second.headers.get('idempotency-replayed')).toBeNull();
    expect(second.text).not.toBe(first.text);
  });
});
