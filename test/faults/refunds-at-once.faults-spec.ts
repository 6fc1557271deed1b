import { afterAll, beforeAll, describe, it, jest } from '@jest/globals';
import { refundsAtOnce } from '../payments/support/refunds-at-once.js';
import { startWorld, type World } from '../support/world.js';

const ROUNDS = 100;

jest.setTimeout(600_000);

let world: World;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'api', DATABASE_POOL_SIZE: '5', DATABASE_CONNECTION_TIMEOUT_MS: '60000' });
});
afterAll(() => world.stop());

describe(`fifty refunds at once, ${ROUNDS} times, with five connections`, () => {
  it('of one payment never give back more than was paid', () => refundsAtOnce(world, ROUNDS).ofOnePayment());
  it('of one nearly empty wallet never take more than it has', () => refundsAtOnce(world, ROUNDS).ofOneWallet());
});
