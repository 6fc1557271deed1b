import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({ WEBHOOK_SOURCE_ADDRESSES: '203.0.113.7,2001:db8::7' });
});
afterAll(() => world.stop());

it('the source addresses of notifications are public, as they were configured', async () => {
  const { status, body } = await world.http.get('/ip');
  expect([status, body]).toEqual([200, { success: true, data: ['203.0.113.7', '2001:db8::7'] }]);
});
