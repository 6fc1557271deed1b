import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { Environment } from '../../src/runtime/config/environment.js';
import { WalletQuery } from '../../src/platform/ledger/wallet.query.js';
import { InsertSmsTransactionService } from '../../src/products/sms/inbound/insert-sms-transaction.service.js';
import { BatchSmsTransactionsService } from '../../src/products/sms/inbound/batch-sms-transactions.service.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { createSmsShop, GATEWAY_SECRET, newMessageId, type SmsShop } from './sms-shop.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
});
afterAll(() => world.stop());

const total = async (shop: SmsShop): Promise<number> => (await shop.get('/transactions')).body.pagination.total;
const pendingMinorOf = async ({ partnerId }: SmsShop): Promise<number> =>
  (await world.get(WalletQuery).readBalance(partnerId)).pendingMinor;

/** Begins a database transaction of the owner role that holds locks until `releaseLocks`. */
async function lockInTransaction(text: string, values: unknown[] = []): Promise<Client> {
  const holder = new Client({ connectionString: world.get(Environment).database.ownerUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(text, values);
  return holder;
}
const releaseLocks = (holder: Client): Promise<void> => holder.end();

describe('concurrent messages', () => {
  it('are sold once each, in few database transactions of their partner', async () => {
    const shop = await createSmsShop(world);
    const [first, ...ids] = times(40, () => newMessageId());
    const insertSpy = jest.spyOn(world.get(InsertSmsTransactionService), 'claimAndInsert'); // called once in each database transaction
    const batchSpy = jest.spyOn(world.get(BatchSmsTransactionsService), 'run');
    const gate = await lockInTransaction('LOCK TABLE listing_change IN EXCLUSIVE MODE');
    const requests = [first, ...ids, ...ids.slice(0, 20)].map((id) => shop.receive({ ...(id && { id }) })); // 20 messages are repeated
    await until(
      () => batchSpy.mock.calls.length,
      (length) => length === 60,
    );
    await releaseLocks(gate);
    const replies = (await Promise.all(requests)).map(({ text }) => text);
    expect(insertSpy.mock.calls.length).toBeLessThan(25); // the first message, the batches, and each repetition alone
    jest.restoreAllMocks();
    expect(replies.slice(40)).toEqual(replies.slice(1, 21));
    expect(new Set(replies).size).toBe(40);
    expect([await total(shop), await pendingMinorOf(shop), await world.ledgerSum()]).toEqual([40, 40 * 25, 0]);
  });

  it('of another partner do not wait while one partner’s wallet is locked', async () => {
    const [lockedShop, freeShop] = [await createSmsShop(world), await createSmsShop(world)];
    await Promise.all([lockedShop.buyCode(), freeShop.buyCode()]);
    const holder = await lockInTransaction('SELECT FROM wallet WHERE partner_id = $1 FOR UPDATE', [lockedShop.partnerId]);
    const waiting = times(10, () => lockedShop.buyCode());
    const codes = await Promise.all(times(10, () => freeShop.buyCode()));
    expect(new Set(codes).size).toBe(10);
    expect([await total(lockedShop), await total(freeShop)]).toEqual([1, 11]);
    await releaseLocks(holder);
    await Promise.all(waiting);
    expect([await total(lockedShop), await pendingMinorOf(lockedShop), await world.ledgerSum()]).toEqual([11, 11 * 25, 0]);
  });
});
