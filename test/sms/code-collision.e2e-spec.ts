import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ALPHABET } from '../../src/products/sms/codes/one-time-code.js';
import { startWorld, type World } from '../support/world.js';
import { createSmsShop, GATEWAY_SECRET } from './sms-shop.js';

/** The characters of the next created codes, in place of random ones. */
const letters: string[] = [];
const draw = (): number => ALPHABET.indexOf(letters.shift() ?? '');
const setNextCodes = (...codes: string[]): unknown => letters.push(...codes.join(''));

let world: World;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  jest.spyOn(crypto, 'randomInt').mockImplementation(draw);
  syncBuiltinESMExports();
});
afterAll(async () => {
  jest.restoreAllMocks();
  syncBuiltinESMExports();
  await world.stop();
});

describe('a new code that the service has sold before', () => {
  it('is replaced by another code, and the message is sold once', async () => {
    const shop = await createSmsShop(world);
    setNextCodes('AAAAA1', 'AAAAA1', 'AAAAA1', 'BBBBB2');
    expect([await shop.buyCode(), await shop.buyCode()]).toEqual(['AAAAA1', 'BBBBB2']);
    expect((await shop.get('/transactions')).body.pagination.total).toBe(2);
    expect(await world.ledgerSum()).toBe(0);
  });

  it('is replaced in a batch of concurrent messages, and no two messages get the same code', async () => {
    const shop = await createSmsShop(world);
    setNextCodes('EEEEE1');
    await shop.buyCode();
    setNextCodes('EEEEE2', 'EEEEE1', 'EEEEE3', 'EEEEE2', 'EEEEE4', 'EEEEE5', 'EEEEE6');
    const codes = await Promise.all([shop.buyCode(), shop.buyCode(), shop.buyCode(), shop.buyCode()]);
    expect(codes.sort()).toEqual(['EEEEE2', 'EEEEE3', 'EEEEE4', 'EEEEE5']);
    expect((await shop.get('/transactions')).body.pagination.total).toBe(5);
    expect(await world.ledgerSum()).toBe(0);
    letters.length = 0;
  });

  it('may be equal to a code of another service', async () => {
    const [first, second] = [await createSmsShop(world), await createSmsShop(world)];
    setNextCodes('CCCCC3', 'CCCCC3');
    expect([await first.buyCode(), await second.buyCode()]).toEqual(['CCCCC3', 'CCCCC3']);
  });
});
