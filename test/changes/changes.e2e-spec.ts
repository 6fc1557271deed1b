import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { Changes } from '../../src/platform/changes/changes.service.js';
import type { UnitOfWork } from '../../src/platform/changes/unit-of-work.js';
import { ChangeConsequences } from '../../src/platform/changes/change-consequences.js';
import { Ledger } from '../../src/platform/ledger/ledger.service.js';
import { saleEntry } from '../../src/platform/ledger/sale-entry.js';
import { DirectBillingTransaction } from '../../src/products/direct-billing/transactions/direct-billing-transaction.entity.js';
import { TRANSACTION } from '../../src/products/direct-billing/transactions/transaction-subject.js';
import { expectConsistent } from '../faults/support/expect-consistent.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
let changes: Changes;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.createPartnerShop();
  changes = world.get(Changes);
});
afterEach(() => void jest.restoreAllMocks());
afterAll(async () => {
  await expectConsistent({ sql: (text, values) => world.database.query(text, values) });
  await world.stop();
});

const newTransaction = async (): Promise<string> => (await shop.create()).body.data.transactionId as string;
const statusOf = async (id: string): Promise<string> => (await shop.get(`/transactions/${id}`)).body.data.status as string;
const eventsOf = async (id: string): Promise<string[]> =>
  (
    await world.database.query<{ status: string }[]>(
      `SELECT (e.body::json)->>'status' AS status FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event_id WHERE d.subject_id = $1 ORDER BY d.sequence`,
      [id],
    )
  ).map(({ status }) => status);

async function lockTransaction(unit: UnitOfWork, id: string): Promise<DirectBillingTransaction> {
  const row = await unit.lock(TRANSACTION, id);
  if (!row) throw new Error(`There is no transaction ${id}`);
  return row;
}
const rejection = { to: 'transaction_db_rejected', reason: 'test', set: { rejection: 'other' } } as const;
/** The partner’s share of each sale of 10.00 gross that these tests post to the ledger. */
const PARTNER_MINOR = 569;

describe('a change of state', () => {
  it('updates the row, then writes history, notifications, counters and money, even if money is posted first', async () => {
    const steps: string[] = [];
    const [consequences, ledger] = [world.get(ChangeConsequences), world.get(Ledger)];
    const [write, post] = [consequences.write.bind(consequences), ledger.postAll.bind(ledger)];
    jest
      .spyOn(consequences, 'write')
      .mockImplementation(
        (tx, batches) => (steps.push(...Object.keys(batches).filter((kind) => batches[kind as 'history'].length > 0)), write(tx, batches)),
      );
    jest.spyOn(ledger, 'postAll').mockImplementation((...args) => (steps.push('money'), post(...args)));
    const id = await newTransaction();
    await changes.transaction(async (unit) => {
      unit.post(saleOf(shop));
      await unit.move(TRANSACTION, [await lockTransaction(unit, id)], rejection);
      steps.push('row');
    });
    expect(steps).toEqual(['row', 'history', 'events', 'counts', 'money']);
  });

  it('that is not in the transition table is rejected, and its transaction is rolled back', async () => {
    const [firstId, secondId] = [await newTransaction(), await newTransaction()];
    const work = changes.transaction(async (unit) => {
      await unit.move(TRANSACTION, [await lockTransaction(unit, firstId)], rejection);
      await unit.move(TRANSACTION, [await lockTransaction(unit, secondId)], { to: 'transaction_db_payed', reason: 'test' });
    });
    await expect(work).rejects.toThrow('A change from transaction_db_new to transaction_db_payed is not in the transition table');
    expect([await statusOf(firstId), await eventsOf(firstId)]).toEqual(['transaction_db_new', []]);
  });

  it('of many rows sends a notification for each row', async () => {
    const ids = await Promise.all(times(20, () => newTransaction()));
    await changes.transaction(async (unit) => {
      const rows = [];
      for (const id of ids) rows.push(await lockTransaction(unit, id));
      await unit.move(TRANSACTION, rows, rejection);
    });
    for (const id of ids)
      expect([await statusOf(id), await eventsOf(id)]).toEqual(['transaction_db_rejected', ['transaction_db_rejected']]);
  });

  it('of one row twice sends two notifications in order, and only the first is due', async () => {
    const id = await newTransaction();
    await changes.transaction(async (unit) => {
      const row = await lockTransaction(unit, id);
      const set = { operator: 'orange', phoneNumber: '48500600700' } as const;
      await unit.move(TRANSACTION, [row], { to: 'transaction_db_confirmed', reason: 'test', set });
      await unit.move(TRANSACTION, [row], rejection);
    });
    expect(await eventsOf(id)).toEqual(['transaction_db_confirmed', 'transaction_db_rejected']);
    const deliveries = await world.database.query(
      'SELECT next_attempt_at IS NOT NULL AS due FROM webhook_delivery WHERE subject_id = $1 ORDER BY sequence',
      [id],
    );
    expect(deliveries).toEqual([{ due: true }, { due: false }]);
  });

  it('of a row that does not exist fails', async () => {
    const id = await newTransaction();
    const work = changes.transaction(async (unit) => {
      const row = await lockTransaction(unit, id);
      await unit.move(TRANSACTION, [{ ...row, id: uuidv7() }], rejection);
    });
    await expect(work).rejects.toThrow('Only 0 of 1 rows of direct_billing_transaction exist and could be updated');
  });
});

describe('concurrent transactions that post money for the same partners in a different order', () => {
  it('do not deadlock', async () => {
    const shops = [await world.createPartnerShop(), await world.createPartnerShop(), await world.createPartnerShop()];
    const before = await Promise.all(shops.map((each) => pendingOf(each)));
    await Promise.all(
      times(40, (index) =>
        changes.transaction((unit) => {
          for (const each of index % 2 === 0 ? shops : shops.toReversed()) unit.post(saleOf(each));
          return Promise.resolve();
        }),
      ),
    );
    expect(await Promise.all(shops.map((each) => pendingOf(each)))).toEqual(before.map((minor) => minor + 40 * PARTNER_MINOR));
  });
});

function saleOf({ partnerId }: Shop): Parameters<UnitOfWork['post']>[0] {
  const amounts = { grossMinor: 1000, netMinor: 813, partnerMinor: PARTNER_MINOR };
  return saleEntry({
    kind: 'test.sale',
    reference: uuidv7(),
    test: true,
    occurredAt: new Date('2026-01-02T03:04:05Z'),
    clearing: 'test',
    partnerId,
    ...amounts,
  });
}

async function pendingOf({ partnerId }: Shop): Promise<number> {
  const [row] = await world.database.query<{ minor: string }[]>(
    'SELECT pending_minor AS minor FROM wallet WHERE partner_id = $1 AND test',
    [partnerId],
  );
  return Number(row?.minor ?? 0);
}
