import type { Shop } from '../support/shop.js';
import { payerOf } from '../support/payer.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import type { World } from '../support/world.js';

/** A shop whose payments are all paid and notified; what is asserted is that nothing gets lost or out of order. */
export interface BusyShop {
  shop: Shop;
  /** Makes and pays this many, several at a time. Every answer must be the right one. */
  pay: (count: number) => Promise<void>;
  /** The same for so long, and at least once. @returns how many milliseconds the slowest payment took. */
  payFor: (ms: number) => Promise<number>;
  /** Until both notifications of every payment so far are acknowledged. */
  allNotified(): Promise<void>;
}

const AT_ONCE = 4;
const STATUSES = ['transaction_db_confirmed', 'transaction_db_payed'];
const ACKNOWLEDGED = `SELECT count(*)::int AS count FROM webhook_delivery WHERE service_id = $1 AND status = 'acknowledged'`;

/** What a world needs for more than a few payments: a number and an address get only so many codes in an hour, so each payer has others. */
export const BEHIND_A_PROXY = { TRUST_PROXY: '127.0.0.1' };

export async function busyShop(world: World): Promise<BusyShop> {
  const shop = await world.partner();
  const ids: string[] = [];
  let started = 0;
  const payOne = async (): Promise<void> => {
    const created = await shop.create({ amount: 13.62 });
    if (created.status !== 200 && created.status !== 201) throw new Error(`Creating answered ${created.status}`);
    const id = created.body.data.transactionId as string;
    started += 1;
    const phone = `500${String(started % 1000).padStart(3, '0')}${700 + Math.floor(started / 1000)}`;
    await payerOf(world, id, `198.51.100.${started % 250}`).charge(phone);
    ids.push(id);
  };
  return {
    shop,
    async pay(count) {
      let left = count;
      await Promise.all(
        times(AT_ONCE, async () => {
          while (left > 0) {
            left -= 1;
            await payOne();
          }
        }),
      );
    },
    async payFor(ms) {
      const end = performance.now() + ms;
      let slowest = 0;
      await Promise.all(
        times(AT_ONCE, async () => {
          for (let begun = performance.now(); begun < end; begun = performance.now()) {
            await payOne();
            slowest = Math.max(slowest, performance.now() - begun);
          }
        }),
      );
      return slowest;
    },
    async allNotified() {
      await until(
        async () => (await world.database.query<{ count: number }[]>(ACKNOWLEDGED, [shop.serviceId]))[0]?.count,
        (acknowledged) => acknowledged === ids.length * STATUSES.length,
      );
      const received = shop.receiver.bodies<{ id: string; status: string }>();
      for (const id of ids) {
        // At least once: a repetition is allowed, a step back is not.
        const statuses = received.filter((body) => body.id === id).map(({ status }) => status);
        const steps = statuses.filter((status, index) => status !== statuses[index - 1]);
        if (steps.join() !== STATUSES.join()) throw new Error(`Payment ${id} was told as ${statuses.join() || 'nothing'}`);
      }
    },
  };
}
