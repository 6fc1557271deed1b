import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ALPHABET } from '../../src/products/sms/codes/one-time-code.js';
import { startWorld, type World } from '../support/world.js';
import { createSmsShop, GATEWAY_SECRET } from './sms-shop.js';

/** Letters of the codes that are given out next. */
const letters: string[] = [];
const draw = (): number => ALPHABET.indexOf(letters.shift() ?? '');
const next = (...codes: string[]): unknown => letters.push(...codes.join(''));

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

describe('a fresh code that the service has given out before', () => {
  it('is replaced by another, and the message is sold once', async () => {
    const shop = await createSmsShop(world);
    next('AAAAA1', 'AAAAA1', 'AAAAA1', 'BBBBB2');
    expect([await shop.buyCode(), await shop.buyCode()]).toEqual(['AAAAA1', 'BBBBB2']);
    expect((await shop.get('/transactions')).body.pagination.total).toBe(2);
    expect(await world.ledgerSum()).toBe(0);
  });

  it('is replaced among messages that arrive at once, and the others keep theirs', async () => {
    const shop = await createSmsShop(world);
    next('EEEEE1');
    await shop.buyCode();
    next('EEEEE2', 'EEEEE1', 'EEEEE3', 'EEEEE2', 'EEEEE4', 'EEEEE5', 'EEEEE6');
    const given = await Promise.all([shop.buyCode(), shop.buyCode(), shop.buyCode(), shop.buyCode()]);
    expect(given.sort()).toEqual(['EEEEE2', 'EEEEE3', 'EEEEE4', 'EEEEE5']);
    expect((await shop.get('/transactions')).body.pagination.total).toBe(5);
    expect(await world.ledgerSum()).toBe(0);
    letters.length = 0;
  });

  it('of another service is fine', async () => {
    const [one, two] = [await createSmsShop(world), await createSmsShop(world)];
    next('CCCCC3', 'CCCCC3');
    expect([await one.buyCode(), await two.buyCode()]).toEqual(['CCCCC3', 'CCCCC3']);
  });
});
