import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';

import type { World } from '../support/world.js';
import { createSmsShop, GATEWAY_SECRET } from './sms-shop.js';

const codes: string[] = [];
jest.unstable_mockModule('../../src/products/sms/codes/one-time-code.js', () => ({ oneTimeCode: () => codes.shift() }));
const { startWorld } = await import('../support/world.js');

let world: World;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
});
afterAll(() => world.stop());

describe('a fresh code that the service has given out before', () => {
  it('is replaced by another, and the message is sold once', async () => {
    const shop = await createSmsShop(world);
    codes.push('AAAAA1', 'AAAAA1', 'AAAAA1', 'BBBBB2');
    expect([await shop.buyCode(), await shop.buyCode()]).toEqual(['AAAAA1', 'BBBBB2']);
    expect((await shop.get('/transactions')).body.pagination.total).toBe(2);
    expect(await world.ledgerSum()).toBe(0);
  });

  it('is replaced among messages that arrive at once, and the others keep theirs', async () => {
    const shop = await createSmsShop(world);
    codes.push('EEEEE1');
    await shop.buyCode();
    codes.push('EEEEE2', 'EEEEE1', 'EEEEE3', 'EEEEE2', 'EEEEE4', 'EEEEE5', 'EEEEE6');
    const given = await Promise.all([shop.buyCode(), shop.buyCode(), shop.buyCode(), shop.buyCode()]);
    expect(given.sort()).toEqual(['EEEEE2', 'EEEEE3', 'EEEEE4', 'EEEEE5']);
    expect((await shop.get('/transactions')).body.pagination.total).toBe(5);
    expect(await world.ledgerSum()).toBe(0);
    codes.length = 0;
  });

  it('of another service is fine', async () => {
    const [one, two] = [await createSmsShop(world), await createSmsShop(world)];
    codes.push('CCCCC3', 'CCCCC3');
    expect([await one.buyCode(), await two.buyCode()]).toEqual(['CCCCC3', 'CCCCC3']);
  });
});
