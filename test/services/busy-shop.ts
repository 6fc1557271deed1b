import type { Shop } from '../support/shop.js';
import { payerOf } from '../support/payer.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import type { World } from '../support/world.js';

/** Makes payments at a shop, and checks that no notification is lost or out of order. */
export interface BusyShop {
  shop: Shop;
  /** Creates and pays `count` payments, several concurrently. @throws for an unexpected response. */
  pay: (count: number) => Promise<void>;
  /** Creates and pays payments for `ms` milliseconds. @returns how many milliseconds the slowest payment took. */
  payFor: (ms: number) => Promise<number>;
  /** Waits until both notifications of all payments are acknowledged, and checks their order. */
  waitForNotifications(): Promise<void>;
}

const CONCURRENT_PAYERS = 4;
const STATUSES = ['transaction_db_confirmed', 'transaction_db_payed'];
const ACKNOWLEDGED = `SELECT count(*)::int AS count FROM webhook_delivery WHERE service_id = $1 AND status = 'acknowledged'`;

/** With this setting the payers have different IP addresses. Many payments need it, because the codes for one address are limited. */
export const TRUST_LOCAL_PROXY = { TRUST_PROXY: '127.0.0.1' };

export async function busyShop(world: World): Promise<BusyShop> {
  const shop = await world.createPartnerShop();
  const ids: string[] = [];
  let started = 0;
  const payOne = async (): Promise<void> => {
    const created = await shop.create({ amount: 13.62 });
    if (created.status !== 200 && created.status !== 201) throw new Error(`Creating responded ${created.status}`);
    const id = created.body.data.transactionId as string;
    started += 1;
    const phone = `500${String(started % 1000).padStart(3, '0')}${700 + Math.floor(started / 1000)}`;
    await payerOf(world, id, `198.51.100.${started % 250}`).charge(phone);
    ids.push(id);
  };
  return {
    shop,
    async pay(count) {
      let remaining = count;
      await Promise.all(
        times(CONCURRENT_PAYERS, async () => {
          while (remaining > 0) {
            remaining -= 1;
            await payOne();
          }
        }),
      );
    },
    async payFor(ms) {
      const end = performance.now() + ms;
      let slowest = 0;
      await Promise.all(
        times(CONCURRENT_PAYERS, async () => {
          for (let startedAt = performance.now(); startedAt < end; startedAt = performance.now()) {
            await payOne();
            slowest = Math.max(slowest, performance.now() - startedAt);
          }
        }),
      );
      return slowest;
    },
    async waitForNotifications() {
      await until(
        async () => (await world.database.query<{ count: number }[]>(ACKNOWLEDGED, [shop.serviceId]))[0]?.count,
        (acknowledged) => acknowledged === ids.length * STATUSES.length,
      );
      const received = shop.receiver.bodies<{ id: string; status: string }>();
      for (const id of ids) {
        // Delivery is at least once: a status may be repeated, but not after the next status.
        const statuses = received.filter((body) => body.id === id).map(({ status }) => status);
        const steps = statuses.filter((status, index) => status !== statuses[index - 1]);
        if (steps.join() !== STATUSES.join()) throw new Error(`Payment ${id} has the notifications ${statuses.join() || 'nothing'}`);
      }
    },
  };
}
