import { FakeAcquirer } from './fake-acquirer.js';
import { level0Shop, type Level0Shop } from './level0-shop.js';
import type { PaymentShop, PaymentWorld } from './payment-shop.js';
import type { World } from '../../support/world.js';

/** Before each test: an acquirer with its default behaviour, and a new shop. */
export async function freshLevel0(
  world: World,
  payments: PaymentWorld,
): Promise<{ acquirer: FakeAcquirer; shop: PaymentShop; level0: Level0Shop }> {
  Object.assign(payments.acquirer, new FakeAcquirer('fake'));
  const shop = await payments.open();
  return { acquirer: payments.acquirer, shop, level0: level0Shop(world, shop) };
}

/** After each test: makes nothing due in the next test. */
export async function clearDueAliases(world: World): Promise<void> {
  await world.asOwner("UPDATE payment_alias SET next_poll_at = 'infinity' WHERE next_poll_at IS NOT NULL");
}
