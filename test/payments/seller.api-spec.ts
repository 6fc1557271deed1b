import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SetServiceBrand } from '../../src/platform/partners/brand/set-service-brand.service.js';
import { startWorld, type World } from '../support/world.js';
import { paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { subscriptionShop, type SubscriptionShop } from './support/subscription-shop.js';

let world: World;
let payments: PaymentWorld;
let shop: SubscriptionShop;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
  shop = await subscriptionShop(payments);
});
afterAll(() => world.stop());

/** Starts a payment, registers a mandate and charges it. @returns the seller’s name in each of the three provider requests. */
async function sellersOfRequests(): Promise<string[]> {
  const { acquirer } = payments;
  await shop.beginAttempt(await shop.createNewPayment());
  const { id } = await shop.createActive();
  await shop.charge(id);
  const attempts = [acquirer.started.at(-1), acquirer.recurring.registered.at(-1)?.attempt, acquirer.recurring.charged.at(-1)?.attempt];
  return attempts.map((attempt) => attempt?.seller ?? 'not called');
}

it('provider requests contain the name of the seller: the name of the service’s brand, or else of the partner', async () => {
  expect(await sellersOfRequests()).toEqual(['Test Shop', 'Test Shop', 'Test Shop']);
  const setBrand = world.get(SetServiceBrand);
  await world.database.transaction((tx) => setBrand.run(tx, shop.serviceId, { accent: '#4b3aa8' }));
  expect((await sellersOfRequests())[0]).toBe('Test Shop');
  await world.database.transaction((tx) => setBrand.run(tx, shop.serviceId, { name: 'Leśna Gra' }));
  expect(await sellersOfRequests()).toEqual(['Leśna Gra', 'Leśna Gra', 'Leśna Gra']);
});
