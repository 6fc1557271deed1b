import { FakeChannel } from './fake-channel.js';
import { level0Shop, type Level0Shop } from './level0-shop.js';
import type { PaymentShop, PaymentWorld } from './payment-shop.js';
import type { World } from '../../support/world.js';

/** Where each test begins: an acquirer that does what it usually does, and a shop of its own. */
export async function freshLevel0(
  world: World,
  payments: PaymentWorld,
): Promise<{ acquirer: FakeChannel; shop: PaymentShop; level0: Level0Shop }> {
  Object.assign(payments.acquirer, new FakeChannel('fake'));
  const shop = await payments.open();
  return { acquirer: payments.acquirer, shop, level0: level0Shop(world, shop) };
}

/** Where each test ends: nothing that is left over is due in the next test. */
export async function leaveNothingDue(world: World): Promise<void> {
  await world.asOwner("UPDATE payment_alias SET ask_at = 'infinity' WHERE ask_at IS NOT NULL");
}
