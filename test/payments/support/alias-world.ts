import { FakeAcquirer } from './fake-acquirer.js';
import { level0Shop, type Level0Shop } from './level0-shop.js';
import type { PaymentShop, PaymentWorld } from './payment-shop.js';
import type { World } from '../../support/world.js';

/** For `beforeEach`: resets the fake acquirer to its default behaviour, and creates a new shop. */
export async function createLevel0Shop(
  world: World,
  payments: PaymentWorld,
): Promise<{ acquirer: FakeAcquirer; shop: PaymentShop; level0: Level0Shop }> {
  Object.assign(payments.acquirer, new FakeAcquirer('fake'));
  const shop = await payments.openPaymentShop();
  return { acquirer: payments.acquirer, shop, level0: level0Shop(world, shop) };
}

/** For `afterEach`: stops all polls of aliases. Otherwise the next test would also poll the aliases of this test. */
export async function stopAliasPolls(world: World): Promise<void> {
  await world.asOwner("UPDATE payment_alias SET next_poll_at = 'infinity' WHERE next_poll_at IS NOT NULL");
}
