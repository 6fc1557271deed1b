import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectConsistent } from '../faults/support/expect-consistent.js';
import { PATIENCE_MS } from '../support/patience.js';
import { type Payer, payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

/** Many requests and few connections. Code that held one connection and waited for a second one would wait for ever. */
const PAYERS = 60;
const POSTS = 200;
const POOL = '5';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld({
    ROLE: 'all',
    DATABASE_POOL_SIZE: POOL,
    // The operators run in this process, too. On a busy machine they respond late to the last requests of a crowd.
    CONNECTOR_TIMEOUT_MS: String(PATIENCE_MS),
    TRUST_PROXY: '127.0.0.1',
  });
  shop = await world.createPartnerShop();
});
afterAll(() => world.stop());

const countByStatus = (statuses: number[]): Record<number, number> =>
  statuses.reduce<Record<number, number>>((all, status) => ({ ...all, [status]: (all[status] ?? 0) + 1 }), {});

/** Creates a transaction for each payer. Each payer has an IP address of its own, because codes for one address are limited. */
async function createPayers(): Promise<Payer[]> {
  const created = await Promise.all(times(PAYERS, () => shop.create()));
  return created.map(({ body }, index) => payerOf(world, body.data.transactionId as string, `203.0.113.${index + 1}`));
}
const phoneOf = (index: number): string => `500${String(index).padStart(3, '0')}700`;

describe(`${PAYERS} concurrent payers`, () => {
  it('all get their code and pay, and partners are served in the meantime', async () => {
    const crowd = await createPayers();
    const choiceStatuses = await Promise.all(crowd.map((payer, index) => payer.chooseOperator('orange', phoneOf(index))));
    expect(countByStatus(choiceStatuses)).toEqual({ 303: PAYERS });
    const paying = Promise.all(crowd.map((payer) => payer.enterCode()));
    const otherStatuses = await Promise.all(times(50, async () => (await shop.create()).status));
    expect([countByStatus(await paying), countByStatus(otherStatuses)]).toEqual([{ 303: PAYERS }, { 200: 50 }]);
    await until(
      async () =>
        (
          await world.database.query<{ n: number }[]>(
            "SELECT count(*)::int AS n FROM direct_billing_transaction WHERE status = 'transaction_db_payed'",
          )
        )[0]?.n,
      (paidCount) => paidCount === PAYERS,
    );
    await expectConsistent({ sql: (text, values) => world.database.query(text, values) });
  });
});

describe(`${POSTS} concurrent posts to one payment`, () => {
  it('charge it once or get a temporary error, and stop no other requests', async () => {
    const { body } = await shop.create();
    const payer = payerOf(world, body.data.transactionId as string, '198.51.100.1');
    await payer.chooseOperator('play', '500999700');
    const posts = Promise.all(times(POSTS, () => payer.enterCode()));
    const otherStatuses = await Promise.all(times(50, async () => (await shop.get('/transactions')).status));
    expect(countByStatus(otherStatuses)).toEqual({ 200: 50 });
    const statuses = countByStatus(await posts);
    expect((statuses[303] ?? 0) + (statuses[429] ?? 0)).toBe(POSTS);
    const charges = await world.database.query('SELECT state FROM direct_billing_charge WHERE transaction_id = $1', [
      body.data.transactionId,
    ]);
    expect(charges).toHaveLength(1);
  });
});
