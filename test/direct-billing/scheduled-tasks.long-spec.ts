import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { OperatorConnectors } from '../../src/connectors/operators/operator.port.js';
import { ApplyChargeOutcomeService } from '../../src/products/direct-billing/charges/apply-charge-outcome.service.js';
import { PollChargesService } from '../../src/products/direct-billing/charges/poll-charges.service.js';
import { DirectBillingTransactionQueries } from '../../src/products/direct-billing/transactions/transaction.queries.js';
import { ExpireTransactionsService } from '../../src/products/direct-billing/charges/expire-transactions.service.js';
import { expectConsistent } from '../faults/support/expect-consistent.js';
import { payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { type HeldMessage, OperatorConnection } from './support/operator-connection.js';
import { drainBatches } from '../support/drain-batches.js';

let world: World;
let shop: Shop;
afterEach(() => void jest.restoreAllMocks());
const expectConsistentRows = (): Promise<void> => expectConsistent({ sql: (text, values) => world.database.query(text, values) });

async function newTransactions(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const creations = times(Math.min(100, count - ids.length), async () => (await shop.create()).body.data.transactionId as string);
    ids.push(...(await Promise.all(creations)));
  }
  return ids;
}
const countOf = async (sql: string, values: unknown[] = []): Promise<number> =>
  (await world.database.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${sql}`, values))[0]?.n ?? 0;

describe('without a worker', () => {
  let connection: OperatorConnection;
  afterEach(expectConsistentRows);
  beforeAll(async () => {
    world = await startWorld();
    shop = await world.createPartnerShop({ silent: true });
    connection = await OperatorConnection.startFor(world);
  });
  afterAll(async () => {
    await connection.close();
    await world.stop();
  });

  describe('expiry', () => {
    const expire = (): Promise<boolean> => world.get(ExpireTransactionsService).batch();
    const rejected = (): Promise<number> => countOf("direct_billing_transaction WHERE status = 'transaction_db_rejected'");

    it('rejects each transaction of a backlog once when several workers run at the same time', async () => {
      const before = await rejected();
      await newTransactions(1_100);
      await world.moveTimeForward({ minutes: 31 });
      // The calls run concurrently, so that a worker skips the rows that another worker has locked.
      expect(await Promise.all(times(3, () => expire()))).toContain(true);
      expect((await rejected()) - before).toBe(1_100);
      expect(await countOf("state_history WHERE reason = 'expired'")).toBe(await rejected());
    });

    it('rejects 500 per database transaction, and returns whether more may be due', async () => {
      await newTransactions(501);
      await world.moveTimeForward({ minutes: 31 });
      const before = await rejected();
      expect([await expire(), (await rejected()) - before]).toEqual([true, 500]);
      expect([await expire(), (await rejected()) - before]).toEqual([false, 501]);
    });

    it('rejects a transaction whose payer has a code with the reason expired, and removes the code', async () => {
      const [id = ''] = await newTransactions(1);
      await payerOf(world, id).chooseOperator();
      const countWith = (condition: string): Promise<number> => countOf(`direct_billing_transaction WHERE id = $1 AND ${condition}`, [id]);
      expect(await countWith('code_reference IS NOT NULL')).toBe(1);
      await world.moveTimeForward({ minutes: 31 });
      await expire();
      expect(await countWith("status = 'transaction_db_rejected' AND rejection = 'expired' AND code_reference IS NULL")).toBe(1);
    });

    it('checks again under the lock, and skips a transaction whose charge was recorded after the first read', async () => {
      const [id = ''] = await newTransactions(1);
      const payer = payerOf(world, id);
      await payer.chooseOperator();
      connection.shouldHold = ({ path }) => path.endsWith('/charges');
      const submission = payer.enterCode();
      await until(
        () => connection.heldMessages.length,
        (held) => held === 1,
      );
      await world.moveTimeForward({ minutes: 31 });
      jest.spyOn(world.get(DirectBillingTransactionQueries), 'lockDueIds').mockResolvedValueOnce([id]);
      const before = await rejected();
      expect([await expire(), (await rejected()) - before]).toEqual([false, 0]);
      connection.shouldHold = () => false;
      for (const charge of connection.takeHeldMessages()) charge.letArrive();
      await submission;
      expect((await shop.get(`/transactions/${id}`)).body.data.status).toBe('transaction_db_confirmed');
    });
  });

  describe('polls of an operator', () => {
    // On a slow machine, charges that were polled in an earlier test could become due again.
    beforeEach(async () => {
      await world.database.query(
        "UPDATE direct_billing_charge SET next_poll_at = next_poll_at + interval '1 day' WHERE next_poll_at IS NOT NULL",
      );
      const clock = world.get(BusinessClock);
      jest.spyOn(clock, 'now').mockReturnValue(clock.now());
    });
    /** Creates charges at Play without an outcome that are due now. */
    async function createDueCharges(count: number): Promise<void> {
      const ids = await newTransactions(count);
      await world.database.query(
        `INSERT INTO direct_billing_charge (reference, transaction_id, operator, phone_number, test, state, gross_minor, net_minor, partner_minor, next_poll_at, sent_at, updated_at)
         SELECT gen_random_uuid(), id, 'play', '48500600700', true, 'sent', gross_minor, net_minor, partner_minor, $2, now(), now()
         FROM direct_billing_transaction WHERE id = ANY ($1)`,
        [ids, world.get(BusinessClock).now()],
      );
    }
    /** @returns the paths of the polls that the operator receives during `work`. */
    async function pollsDuring(work: () => Promise<unknown>): Promise<string[]> {
      const paths: string[] = [];
      connection.shouldHold = ({ method, path, direction }) => {
        if (method === 'GET' && direction === 'to operator') paths.push(path);
        return false;
      };
      await work();
      connection.shouldHold = () => false;
      return paths;
    }

    it('continue until no charge is due', async () => {
      await createDueCharges(120);
      expect(await pollsDuring(() => drainBatches(() => world.get(PollChargesService).batch('play')))).toHaveLength(120);
    });

    it('are made once per charge when several workers run at the same time', async () => {
      await createDueCharges(60);
      const paths = await pollsDuring(() => Promise.all(times(4, () => drainBatches(() => world.get(PollChargesService).batch('play')))));
      expect([paths.length, new Set(paths).size]).toEqual([60, 60]);
    });

    it('skip charges that another worker is claiming, without waiting', async () => {
      await createDueCharges(3);
      const otherWorker = world.database.createQueryRunner();
      await otherWorker.startTransaction();
      await otherWorker.query("SELECT FROM direct_billing_charge WHERE operator = 'play' AND next_poll_at IS NOT NULL FOR UPDATE");
      expect(await pollsDuring(() => drainBatches(() => world.get(PollChargesService).batch('play')))).toEqual([]);
      await otherWorker.rollbackTransaction();
      await otherWorker.release();
      expect(await pollsDuring(() => drainBatches(() => world.get(PollChargesService).batch('play')))).toHaveLength(3);
    });

    it('are not made while the operator has no connector, and the charges stay due', async () => {
      await createDueCharges(2);
      jest.spyOn(world.get(OperatorConnectors), 'of').mockReturnValueOnce(null);
      expect(await world.get(PollChargesService).batch('play')).toBe(false);
      expect(await pollsDuring(() => world.get(PollChargesService).batch('play'))).toHaveLength(2);
    });

    it('are all made even if the response to one cannot be applied, and that error is thrown at the end', async () => {
      await createDueCharges(3);
      const open = (): Promise<number> => countOf("direct_billing_charge WHERE operator = 'play' AND state = 'sent'");
      const before = await open();
      jest.spyOn(world.get(ApplyChargeOutcomeService), 'run').mockRejectedValueOnce(new Error('no room on the disk'));
      await expect(world.get(PollChargesService).batch('play')).rejects.toThrow('no room on the disk');
      expect(before - (await open())).toBe(2); // the operator does not know these two charges
    });

    it('are made for 50 charges per batch', async () => {
      await createDueCharges(60);
      const moreMayBeDue: boolean[] = [];
      const runBatch = async (): Promise<unknown> => moreMayBeDue.push(await world.get(PollChargesService).batch('play'));
      expect([(await pollsDuring(runBatch)).length, (await pollsDuring(runBatch)).length, moreMayBeDue]).toEqual([50, 10, [true, false]]);
    });
  });
});

describe('a worker', () => {
  let connection: OperatorConnection;
  beforeEach(async () => {
    world = await startWorld({ ROLE: 'all' });
    shop = await world.createPartnerShop({ silent: true });
    connection = await OperatorConnection.startFor(world);
  });
  afterEach(async () => {
    await expectConsistentRows();
    await connection.close();
    await world.stop();
  });

  it('polls all other operators while one operator hangs', async () => {
    const [atOrange = '', atPlay = ''] = await newTransactions(2);
    const payers = [payerOf(world, atOrange), payerOf(world, atPlay)] as const;
    await payers[0].chooseOperator('orange', '500600700');
    await payers[1].chooseOperator('play', '500600701');
    // Both charges arrive, but their responses and the callbacks are lost.
    connection.shouldHold = ({ path, direction }) => path.endsWith('/charges') && direction === 'to gateway';
    const submission = payers.map((payer) => payer.enterCode());
    await until(
      () => connection.heldMessages.length,
      (held) => held === 2,
    );
    for (const charge of connection.takeHeldMessages()) charge.letArriveWithoutResponse();
    await Promise.all(submission);
    await world.database.query('UPDATE sandbox.operator_callback SET announced = false');
    const isPoll = ({ method, path }: Pick<HeldMessage, 'method' | 'path'>): boolean =>
      method === 'GET' && path.startsWith('/operators/orange/');
    connection.shouldHold = isPoll;
    await world.moveTimeForward({ minutes: 1 });
    const statusOf = async (id: string): Promise<string> => (await shop.get(`/transactions/${id}`)).body.data.status as string;
    await until(
      () => statusOf(atPlay),
      (status) => status === 'transaction_db_payed' || status === 'transaction_db_confirmed',
    );
    await until(
      () => connection.heldMessages.filter(isPoll).length,
      (held) => held > 0,
    );
    await world.moveTimeForward({ minutes: 10 });
    await until(
      () => statusOf(atPlay),
      (status) => status === 'transaction_db_payed',
    );
    expect(await statusOf(atOrange)).toBe('transaction_db_new');
  });
});
