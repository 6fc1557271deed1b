import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { newRowStatements } from '../../src/platform/changes/new-row-statements.js';
import { IdempotencyKeys } from '../../src/platform/idempotency/idempotency-keys.js';
import {
  RESPONSE_PARAMETERS,
  ANSWERED_KEY_PARAMETERS,
  type KeyClaim,
  type StoredResponse,
} from '../../src/platform/idempotency/stored-response.js';
import {
  InsertTransactionService,
  NEW_TRANSACTIONS,
  type NewTransaction,
} from '../../src/products/direct-billing/transactions/insert-transaction.service.js';
import { TRANSACTION_LIST } from '../../src/products/direct-billing/transactions/transaction.list.js';
import { violatedConstraint } from '../../src/runtime/database/violated-constraint.js';
import type { HttpResponse } from '../support/http-client.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld();
  await world.asOwner('ALTER TABLE idempotency_key SET (autovacuum_enabled = false)'); // the test reads a query plan, which must not depend on statistics
});
afterAll(() => world.stop());
beforeEach(async () => {
  shop = await world.createPartnerShop();
});

const total = async (ofShop: Shop = shop): Promise<number> => (await ofShop.get('/transactions')).body.pagination.total;
const statusesOf = (responses: HttpResponse[]): number[] => responses.map(({ status }) => status);

const rowOf = ({ serviceId }: Shop): NewTransaction => ({
  id: uuidv7(),
  serviceId,
  status: 'transaction_db_new',
  amountType: 'gross',
  amountMinor: 500,
  grossMinor: 500,
  netMinor: 407,
  partnerMinor: 285,
  tariffs: {},
  phoneNumber: null,
  phoneFixed: false,
  control: null,
  description: null,
  successUrl: null,
  failureUrl: null,
  steamid: null,
  traceParent: null,
  expiresAt: new Date('2099-01-01'),
  createdAt: new Date(),
  updatedAt: new Date(),
});
const storedResponseOf = async ({ partnerId }: Shop, key: string): Promise<StoredResponse> => {
  const claim = (await world.get(IdempotencyKeys).claim({ partnerId, key }, Buffer.from('fingerprint'))) as KeyClaim;
  return { ...claim, status: 200, body: '{}' };
};
const isWritten = async ({ id }: NewTransaction): Promise<boolean> =>
  (await world.database.query<unknown[]>('SELECT FROM direct_billing_transaction WHERE id = $1', [id])).length === 1;

describe('transactions that are created concurrently', () => {
  it('are inserted by few statements, are counted, and each has the values of its request', async () => {
    const query = jest.spyOn(Pool.prototype, 'query');
    const insertSpy = jest.spyOn(world.get(InsertTransactionService), 'run');
    const gate = world.database.createQueryRunner();
    await gate.startTransaction();
    await gate.query('LOCK TABLE listing_change IN EXCLUSIVE MODE');
    const requests = times(50, (index) =>
      shop.post(
        '/transactions',
        { amount: 1 + index, control: `c${index}` },
        { headers: index % 2 ? { 'Idempotency-Key': `at-once-${index}` } : {} },
      ),
    );
    await until(
      () => insertSpy.mock.calls.length,
      (length) => length === 50,
    );
    await gate.rollbackTransaction();
    await gate.release();
    const responses = await Promise.all(requests);
    const names = query.mock.calls.map(([statement]) => (statement as unknown as { name?: string }).name ?? '');
    jest.restoreAllMocks();
    expect(new Set(statusesOf(responses))).toEqual(new Set([200]));
    expect(names.filter((name) => name.startsWith('direct_billing_transaction_insert')).length).toBeLessThan(6);
    expect(await total()).toBe(50);
    for (const [index, { body }] of responses.entries()) {
      const response = await shop.get(`/transactions/${body.data.transactionId}`);
      expect(response.body.data).toMatchObject({ value: 1 + index, control: `c${index}` });
    }
  });

  it('are all inserted except the one of 50 that the database refuses', async () => {
    const insert = world.get(InsertTransactionService);
    const rows = times(50, (index) => ({ ...rowOf(shop), ...(index === 13 && { steamid: 'no digits' }) }));
    // Every second request has a key.
    const storedResponses = await Promise.all(times(25, (index) => storedResponseOf(shop, `of-50-${index}`)));
    const results = await Promise.allSettled(
      rows.map((row, index) => insert.run(row, index % 2 ? storedResponses[(index - 1) / 2] : undefined)),
    );
    expect(results.flatMap((result, index) => (result.status === 'rejected' ? [[index, violatedConstraint(result.reason)]] : []))).toEqual([
      [13, 'direct_billing_transaction_steamid_form'],
    ]);
    expect(await Promise.all(rows.map(isWritten))).toEqual(times(50, (index) => index !== 13));
    expect(await total()).toBe(49);
    const stored = await world.database.query<unknown[]>("SELECT FROM idempotency_key WHERE key LIKE 'of-50-%' AND status = 200");
    expect(stored).toHaveLength(24);
  });
});

describe('an idempotency key that another request has locked', () => {
  it('delays only its own transaction, which is not written if the other request took over the key', async () => {
    const insert = world.get(InsertTransactionService);
    const otherShop = await world.createPartnerShop();
    const [lockedKeyRow, takenOverKeyRow, freeKeyRow, rowWithoutKey] = [rowOf(shop), rowOf(shop), rowOf(otherShop), rowOf(otherShop)];
    const storedResponses = [
      await storedResponseOf(shop, 'kept'),
      await storedResponseOf(shop, 'lost'),
      await storedResponseOf(otherShop, 'free'),
    ] as const;
    const holder = world.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM idempotency_key WHERE key = $1 FOR UPDATE', ['kept']);
    await holder.query('UPDATE idempotency_key SET claim_id = gen_random_uuid() WHERE key = $1', ['lost']);
    const waiting = Promise.allSettled([insert.run(lockedKeyRow, storedResponses[0]), insert.run(takenOverKeyRow, storedResponses[1])]);
    await Promise.all([insert.run(freeKeyRow, storedResponses[2]), insert.run(rowWithoutKey, undefined)]);
    expect(await Promise.all([lockedKeyRow, takenOverKeyRow, freeKeyRow, rowWithoutKey].map(isWritten))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    await holder.commitTransaction();
    await holder.release();
    expect(await waiting).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'IDEMPOTENCY_CONFLICT' } }]);
    expect(await Promise.all([lockedKeyRow, takenOverKeyRow].map(isWritten))).toEqual([true, false]);
    expect([await total(), await total(otherShop)]).toEqual([1, 2]);
  });
});

describe('the statement that stores responses', () => {
  it('finds each key with the primary key index, even if it was planned for a small table', async () => {
    const session = world.database.createQueryRunner();
    const { answeredIfFree } = newRowStatements(NEW_TRANSACTIONS, TRANSACTION_LIST);
    await session.query(`PREPARE answers AS ${answeredIfFree.text}; SET plan_cache_mode = force_generic_plan`);
    const parameters = times(NEW_TRANSACTIONS.parameters + RESPONSE_PARAMETERS + ANSWERED_KEY_PARAMETERS + 1, () => "'{}'").join(', ');
    const plan = (await session.query(`EXPLAIN EXECUTE answers (${parameters})`)) as { 'QUERY PLAN': string }[];
    await session.query('RESET plan_cache_mode; DEALLOCATE answers');
    await session.release();
    const scans = plan.map((line) => line['QUERY PLAN']).filter((line) => /Scan .*on idempotency_key/.test(line));
    expect(scans.length).toBeGreaterThan(1);
    expect(scans.filter((line) => !line.includes('Index Scan using idempotency_key_pkey'))).toEqual([]);
  });
});
