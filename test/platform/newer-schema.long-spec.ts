import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectConsistent } from '../faults/support/expect-consistent.js';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import { waitUntilNotified, makePayment } from '../faults/support/payments.js';

/** Statements like those of a migration of the next version. Such a migration may add tables and columns, but not remove any. */
const NEXT_VERSION_STATEMENTS = [
  `ALTER TABLE direct_billing_transaction ADD COLUMN of_the_next_version text NOT NULL DEFAULT 'new'`,
  `ALTER TABLE webhook_delivery ADD COLUMN of_the_next_version text`,
  `CREATE TABLE of_the_next_version (id uuid PRIMARY KEY)`,
  `INSERT INTO migrations (timestamp, name) VALUES (4000000000000, 'OfTheNextVersion4000000000000')`,
];

let world: FaultWorld;
beforeAll(async () => {
  world = await startFaultWorld();
});
afterAll(() => world.stop());

describe('a schema that the next version has migrated', () => {
  it('can be used by the gateway of this version', async () => {
    for (const statement of NEXT_VERSION_STATEMENTS) await world.sql(statement);
    const gateway = await world.gateway('all');
    const shop = await world.shop(gateway);
    const id = await makePayment(gateway, shop);
    await waitUntilNotified(world, shop, [id]);
    expect((await shop.get(`/transactions/${id}`)).body.data).toMatchObject({ id, status: 'transaction_db_payed' });
    await expectConsistent(world);
  });
});
