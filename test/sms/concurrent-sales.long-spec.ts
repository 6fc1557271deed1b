import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { Environment } from '../../src/runtime/config/environment.js';
import { WalletQuery } from '../../src/platform/ledger/wallet.query.js';
import { InsertSmsTransactionService } from '../../src/products/sms/inbound/sell-message.service.js';
import { BatchSmsTransactionsService } from '../../src/products/sms/inbound/sell-batch.service.js';
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
const earned = async ({ partnerId }: SmsShop): Promise<number> => (await world.get(WalletQuery).readBalance(partnerId)).pendingMinor;

/** A database transaction of the owner role that holds locks until `letGo`. */
async function holding(text: string, values: unknown[] = []): Promise<Client> {
  const holder = new Client({ connectionString: world.get(Environment).database.ownerUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(text, values);
  return holder;
}
const letGo = (holder: Client): Promise<void> => holder.end();

describe('concurrent messages', () => {
  it('are sold once each, in few database transactions of their partner', async () => {
    const shop = await createSmsShop(world);
    const [first, ...ids] = times(40, () => newMessageId());
    const sales = jest.spyOn(world.get(InsertSmsTransactionService), 'claimAndInsert'); // called once in each database transaction
    const arrived = jest.spyOn(world.get(BatchSmsTransactionsService), 'run');
    const gate = await holding('LOCK TABLE listing_change IN EXCLUSIVE MODE');
    const sent = [first, ...ids, ...ids.slice(0, 20)].map((id) => shop.receive({ ...(id && { id }) })); // some are repeated
    await until(
      () => arrived.mock.calls.length,
      (length) => length === 60,
    );
    await letGo(gate);
    const replies = (await Promise.all(sent)).map(({ text }) => text);
    expect(sales.mock.calls.length).toBeLessThan(25); // the first message, the batches, and each repetition alone
    jest.restoreAllMocks();
    expect(replies.slice(40)).toEqual(replies.slice(1, 21));
    expect(new Set(replies).size).toBe(40);
    expect([await total(shop), await earned(shop), await world.ledgerSum()]).toEqual([40, 40 * 25, 0]);
  });

  it('of another partner do not wait while one partner’s wallet is locked', async () => {
    const [held, free] = [await createSmsShop(world), await createSmsShop(world)];
    await Promise.all([held.buyCode(), free.buyCode()]);
    const holder = await holding('SELECT FROM wallet WHERE partner_id = $1 FOR UPDATE', [held.partnerId]);
    const waiting = times(10, () => held.buyCode());
    const codes = await Promise.all(times(10, () => free.buyCode()));
    expect(new Set(codes).size).toBe(10);
    expect([await total(held), await total(free)]).toEqual([1, 11]);
    await letGo(holder);
    await Promise.all(waiting);
    expect([await total(held), await earned(held), await world.ledgerSum()]).toEqual([11, 11 * 25, 0]);
  });
});
