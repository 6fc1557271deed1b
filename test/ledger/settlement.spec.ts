import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Settlement } from '../../src/platform/ledger/settlement/settle.service.js';
import { WalletBalanceTooLowError } from '../../src/platform/ledger/wallet-balance-too-low.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { balancedEntry, LedgerWorld, entryOfSale } from './ledger-world.js';

const MARCH: Settlement = {
  reference: 'ORA-2026-03',
  provider: 'orange',
  from: new Date('2026-03-01T00:00:00Z'),
  to: new Date('2026-04-01T00:00:00Z'),
  test: false,
  author: 'Anna',
};

let world: LedgerWorld;
let partner: string;
let other: string;
beforeAll(async () => {
  world = await LedgerWorld.open();
});
beforeEach(async () => {
  world = await world.withoutRows();
  world.verifyManualEntries();
  [partner, other] = [await world.partner(), await world.partner()];
});
afterAll(() => world.close());

const wallet = async (partnerId: string, test = false): Promise<[pending: number, available: number]> => {
  const { pendingMinor, availableMinor } = await world.wallets.readBalance(partnerId, { test });
  return [pendingMinor, availableMinor];
};
const balance = async (kind: string, test = false): Promise<number> => {
  const [row] = await world.dataSource.query<{ sum: number }[]>(
    `SELECT coalesce(sum(amount_minor), 0)::int AS sum FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id WHERE a.kind = $1 AND a.test = $2`,
    [kind, test],
  );
  return row?.sum ?? 0;
};
const expectConsistent = async (): Promise<void> => expect((await world.verify.run()).firstInconsistentRow).toBeNull();
const referenceTakenError = (reference: string, entryName: string) => ({
  name: 'ReferenceTakenError',
  message: `The reference ${reference} is already used for ${entryName} with other content. Use another reference.`,
});
const soldAt = (iso: string): { occurredAt: Date } => ({ occurredAt: new Date(iso) });

describe('settling a period of a provider', () => {
  it('makes the partners’ earnings available and clears the provider’s account against liquidity', async () => {
    for (const seller of [partner, partner, other]) await world.post(entryOfSale(seller));
    const { repeated, sums } = await world.settle.run(MARCH);
    expect([repeated, sums]).toEqual([false, [{ currency: 'PLN', clearedMinor: 1845, availableMinor: 750 }]]);
    expect([await wallet(partner), await wallet(other)]).toEqual([
      [0, 500],
      [0, 250],
    ]);
    expect([await balance('platform:clearing:orange'), await balance('platform:liquidity')]).toEqual([0, 1845]);
    expect([await balance('platform:vat'), await balance('platform:commission')]).toEqual([-345, -750]);
    await expectConsistent();
  });

  it('covers only entries of its period, its provider and its kind of money', async () => {
    await world.post(entryOfSale(partner, soldAt('2026-02-28T23:59:59.999Z')));
    await world.post(entryOfSale(partner, soldAt('2026-03-01T00:00:00Z')));
    await world.post(entryOfSale(partner, soldAt('2026-03-31T23:59:59.999Z')));
    await world.post(entryOfSale(partner, soldAt('2026-04-01T00:00:00Z')));
    await world.post(entryOfSale(partner, { clearing: 'play' }));
    await world.post(entryOfSale(partner, { test: true }));
    await world.settle.run(MARCH, { batchSize: 2 });
    expect([await wallet(partner), await wallet(partner, true)]).toEqual([
      [750, 500],
      [250, 0],
    ]);
    expect([await balance('platform:clearing:orange'), await balance('platform:clearing:play')]).toEqual([1230, 615]);
    await world.settle.run({ ...MARCH, reference: 'TEST', test: true });
    expect([await wallet(partner, true), await balance('platform:liquidity', true)]).toEqual([[0, 250], 615]);
    await expectConsistent();
  });

  it('keeps currencies apart', async () => {
    await world.post(entryOfSale(partner));
    const euros = (account: 'platform:clearing:orange' | 'platform:suspense', amountMinor: number) => ({
      account,
      currency: 'EUR',
      amountMinor,
    });
    await world.post({
      ...balancedEntry([], 'euros'),
      postings: [euros('platform:clearing:orange', 700), euros('platform:suspense', -700)],
    });
    const { sums } = await world.settle.run(MARCH);
    expect(sums).toEqual([
      { currency: 'EUR', clearedMinor: 700, availableMinor: 0 },
      { currency: 'PLN', clearedMinor: 615, availableMinor: 250 },
    ]);
    await expectConsistent();
  });

  it('covers reversed money, and posts nothing when the sums are zero', async () => {
    const suspense = (amountMinor: number, reference: string) => ({
      ...balancedEntry([], reference),
      postings: [
        { account: 'platform:clearing:orange' as const, currency: 'PLN', amountMinor },
        { account: 'platform:suspense' as const, currency: 'PLN', amountMinor: -amountMinor },
      ],
    });
    await world.post(suspense(300, 'late'));
    await world.post(suspense(-300, 'back'));
    expect((await world.settle.run(MARCH)).sums).toEqual([]);
    expect(await world.count("ledger_entry WHERE kind = 'settlement.settled'")).toBe(0);
    await expectConsistent();
  });

  it('settles a reference once, and rejects it with other content', async () => {
    await world.post(entryOfSale(partner));
    const first = await world.settle.run(MARCH);
    await world.post(entryOfSale(partner)); // a late entry
    expect(await world.settle.run(MARCH)).toEqual({ ...first, repeated: true });
    expect(await wallet(partner)).toEqual([250, 250]);
    for (const change of [
      { provider: 'play' },
      { from: new Date('2026-03-02T00:00:00Z') },
      { to: new Date('2026-03-31T00:00:00Z') },
      { test: true },
      { author: 'Ben' },
    ])
      await expect(world.settle.run({ ...MARCH, ...change })).rejects.toMatchObject(referenceTakenError('ORA-2026-03', 'a settlement'));
    expect(await wallet(partner)).toEqual([250, 250]);
  });

  it('settles an entry once when periods overlap, and finds late entries', async () => {
    await world.post(entryOfSale(partner));
    await world.settle.run(MARCH);
    await world.post(entryOfSale(partner));
    await world.settle.run({ ...MARCH, reference: 'again', from: new Date('2026-02-01T00:00:00Z') });
    expect([await wallet(partner), await balance('platform:clearing:orange')]).toEqual([[0, 500], 0]);
    await world.settle.run({ ...MARCH, reference: 'once-more' });
    expect(await wallet(partner)).toEqual([0, 500]);
    await expectConsistent();
  });

  it('does not settle the entries of earlier settlements again', async () => {
    await world.post(entryOfSale(partner));
    await world.settle.run(MARCH);
    await world.post(entryOfSale(partner, soldAt('2026-04-03T00:00:00Z')));
    world.now = new Date('2026-05-02T10:00:00Z');
    const april = { ...MARCH, reference: 'ORA-2026-04', from: MARCH.to, to: new Date('2026-05-01T00:00:00Z') };
    expect((await world.settle.run(april)).sums).toEqual([{ currency: 'PLN', clearedMinor: 615, availableMinor: 250 }]);
    expect([await wallet(partner), await balance('platform:clearing:orange')]).toEqual([[0, 500], 0]);
    await expectConsistent();
  });

  it('is rejected until ten minutes after the end of the period', async () => {
    for (const now of ['2026-03-31T23:00:00Z', '2026-04-01T00:09:59Z']) {
      world.now = new Date(now);
      await expect(world.settle.run(MARCH)).rejects.toMatchObject({
        name: 'PeriodNotOverError',
        message: 'The period ends 2026-04-01T00:00:00.000Z. Settle it 10 minutes later: until then, its entries may still be committed.',
      });
    }
    expect(await world.count('settlement')).toBe(0);
    world.now = new Date('2026-04-01T00:10:00Z');
    await expect(world.settle.run(MARCH)).resolves.toMatchObject({ repeated: false });
  });

  it('continues where it stopped between two batches', async () => {
    for (const second of times(10, (n) => n)) await world.post(entryOfSale(partner, soldAt(`2026-03-02T00:00:0${second}Z`)));
    let batches = 0;
    const stopped = world.settle.run(MARCH, {
      batchSize: 3,
      onProgress: () => {
        if ((batches += 1) === 2) throw new Error('stopped');
      },
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect(await wallet(partner)).toEqual([1000, 1500]); // two complete batches
    const [first, second] = await world.dataSource.query<{ reference: string }[]>(
      "SELECT reference FROM ledger_entry WHERE kind = 'settlement.settled' ORDER BY id",
    );
    expect([first, second]).toEqual([1, 2].map((batch) => ({ reference: expect.stringMatching(new RegExp(`^[0-9a-f-]{36}:${batch}$`)) })));
    await expectConsistent();
    const progress: string[] = [];
    const result = await world.settle.run(MARCH, { batchSize: 3, onProgress: (until) => progress.push(until.toISOString()) });
    expect(result).toMatchObject({ repeated: false, sums: [{ clearedMinor: 6150, availableMinor: 2500 }] });
    expect(progress).toEqual(['2026-03-02T00:00:08.000Z', '2026-04-01T00:00:00.000Z']);
    expect(await wallet(partner)).toEqual([0, 2500]);
    await expectConsistent();
  });

  it('settles each entry once when ten settlements and sales run concurrently', async () => {
    for (const draft of times(10, () => entryOfSale(partner))) await world.post(draft);
    const settlements = times(10, (n) => ({ ...MARCH, reference: n % 2 ? 'ORA-2026-03' : `other-${n}` }));
    await Promise.all([
      ...settlements.map((settlement) => world.settle.run(settlement, { batchSize: 3 })),
      ...times(5, () => world.post(entryOfSale(partner, soldAt('2026-04-02T09:00:00Z')))),
    ]);
    expect([await wallet(partner), await balance('platform:clearing:orange')]).toEqual([[1250, 2500], 3075]);
    await expectConsistent();
  });

  /** Takes the lock of settlements with orange. @returns a function that releases it */
  const holdLock = async (): Promise<() => Promise<unknown>> => {
    const lockHolder = await world.login('app');
    await lockHolder.query('BEGIN');
    await lockHolder.query("SELECT pg_advisory_xact_lock(hashtext('settlement'), hashtext('orange false'))");
    return () => lockHolder.query('COMMIT');
  };
  const countWaiting = (): Promise<number> =>
    world.count(
      "pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );

  it('waits while another settlement of the provider holds the lock, and then settles each entry once', async () => {
    await world.post(entryOfSale(partner));
    await world.post(entryOfSale(partner, { clearing: 'play' }));
    const releaseLock = await holdLock();
    const progress: string[][] = [[], []];
    const runs = progress.map((reportedTimes) =>
      world.settle.run(MARCH, { onProgress: (until) => reportedTimes.push(until.toISOString()) }),
    );
    await until(countWaiting, (n) => n === 2);
    expect(await world.count('settlement')).toBe(0);
    await world.settle.run({ ...MARCH, reference: 'PLAY', provider: 'play' });
    await world.settle.run({ ...MARCH, reference: 'TEST', test: true });
    await releaseLock();
    const [firstResult, secondResult] = await Promise.all(runs);
    expect(secondResult).toEqual(firstResult);
    expect(progress).toEqual([['2026-04-01T00:00:00.000Z'], ['2026-04-01T00:00:00.000Z']]);
    expect(
      await world.count('settlement_batch b JOIN settlement s ON s.id = b.settlement_id AND s.provider = $$orange$$ AND NOT s.test'),
    ).toBe(1);
    await expectConsistent();
  });

  it('waits for the lock before each batch', async () => {
    const { id } = await world.dataSource.transaction((tx) => world.settle.open(tx, MARCH));
    const releaseLock = await holdLock();
    const batch = world.settle.settleOneBatch(id, MARCH);
    await until(countWaiting, (n) => n === 1);
    expect(await world.count('settlement_batch')).toBe(0);
    await releaseLock();
    expect(await batch).toEqual({ done: true, doneUntil: MARCH.to });
  });

  it('adds the settlement to the list, newest first', async () => {
    await world.settle.run(MARCH);
    await world.post(entryOfSale(partner, { clearing: 'play', test: true }));
    const createdAt = world.now;
    world.now = new Date('2026-05-02T10:00:00Z');
    const stopped = world.settle.run(
      { ...MARCH, reference: 'PLAY', provider: 'play', test: true, author: 'Ben' },
      {
        batchSize: 1,
        onProgress: () => {
          throw new Error('stopped');
        },
      },
    );
    await expect(stopped).rejects.toThrow('stopped');
    const period = { from: MARCH.from, to: MARCH.to };
    const newer = { ...period, reference: 'PLAY', provider: 'play', test: true, state: 'open', author: 'Ben', createdAt: world.now };
    const older = { ...period, reference: 'ORA-2026-03', provider: 'orange', test: false, state: 'done', author: 'Anna', createdAt };
    expect(await world.settlements.list(10)).toEqual([newer, older]);
    expect(await world.settlements.list(1)).toEqual([newer]);
  });

  it('is reported by verification when its lines were deleted', async () => {
    await world.post(entryOfSale(partner));
    await world.settle.run(MARCH);
    const superuser = await world.login('superuser');
    await superuser.query('SET session_replication_role = replica'); // switches triggers off
    await superuser.query('DELETE FROM settlement_line');
    expect((await world.verify.run()).firstInconsistentRow).toMatchObject({
      table: 'ledger_entry',
      reason: expect.stringContaining('settlement_batch'),
    });
  });
});

describe('a payout', () => {
  const payout = (change: object = {}) =>
    world.payOut.run({ reference: 'TR-1', partnerId: partner, currency: 'PLN', amountMinor: 200, test: false, author: 'Anna', ...change });
  beforeEach(async () => {
    await world.post(entryOfSale(partner));
    await world.settle.run(MARCH);
  });

  it('reduces the available part and liquidity', async () => {
    expect(await payout()).toMatchObject({ repeated: false });
    expect([await wallet(partner), await balance('platform:liquidity')]).toEqual([[0, 50], 415]);
    await expectConsistent();
  });

  it('is entered once when its reference is repeated concurrently, and rejected with other content', async () => {
    const results = await Promise.all(times(10, () => payout({ amountMinor: 20 })));
    expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    expect(await wallet(partner)).toEqual([0, 230]);
    for (const change of [{ amountMinor: 21 }, { partnerId: other }, { currency: 'EUR' }, { test: true }, { author: 'Ben' }])
      await expect(payout({ amountMinor: 20, ...change })).rejects.toMatchObject(referenceTakenError('TR-1', 'a payout'));
  });

  it('above the available part is rejected and not stored, also when several run concurrently', async () => {
    await expect(payout({ amountMinor: 251 })).rejects.toThrow(WalletBalanceTooLowError);
    expect(await world.count('payout')).toBe(0);
    const results = await Promise.allSettled(times(10, (n) => payout({ reference: `TR-${n}`, amountMinor: 100 })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await wallet(partner)).toEqual([0, 50]);
    await expectConsistent();
  });

  it.each([
    [{ currency: 'EUR' }, 'At most 0.00 EUR can be paid out: 0.00 EUR is available'],
    [{ test: true }, 'At most 0.00 PLN can be paid out: 0.00 PLN is available'],
  ])('is limited by the wallet of its own money: %j', async (change, message) => {
    await expect(payout({ amountMinor: 1, ...change })).rejects.toThrow(message);
  });

  describe('to a partner with debts', () => {
    const adjustDebt = (amountMinor: number, change: object = {}) =>
      world.adjust.run({
        reference: `OWED-${amountMinor}`,
        debit: 'partner:receivable',
        credit: 'platform:clearing:orange',
        partnerId: partner,
        currency: 'PLN',
        amountMinor,
        test: false,
        reason: 'A chargeback',
        author: 'Anna',
        ...change,
      });

    it('is at most the available part less the debts, and the error names both', async () => {
      await adjustDebt(100);
      const rejected = payout({ amountMinor: 151 });
      await expect(rejected).rejects.toThrow(WalletBalanceTooLowError);
      await expect(rejected).rejects.toThrow('At most 1.50 PLN can be paid out: 2.50 PLN is available, and the partner owes 1.00 PLN');
      expect([await world.count('payout'), await wallet(partner)]).toEqual([0, [0, 250]]);
      await payout({ amountMinor: 150 });
      expect(await wallet(partner)).toEqual([0, 100]);
      await expectConsistent();
    });

    it('is rejected while the debts are as high as the available part', async () => {
      await adjustDebt(251);
      await expect(payout({ amountMinor: 1 })).rejects.toThrow('At most 0.00 PLN can be paid out');
      await adjustDebt(200, { reference: 'SET-OFF', debit: 'partner:available', credit: 'partner:receivable' });
      await expect(payout({ amountMinor: 1 })).rejects.toThrow('At most 0.00 PLN'); // 0.50 available, 0.51 owed
      await adjustDebt(2, { reference: 'FORGIVEN', debit: 'platform:rounding', credit: 'partner:receivable' });
      await payout({ amountMinor: 1 });
      await expectConsistent();
    });

    it('is at most the available part when an adjustment deducted too much', async () => {
      await adjustDebt(40, { debit: 'platform:clearing:orange', credit: 'partner:receivable' });
      await expect(payout({ amountMinor: 251 })).rejects.toThrow('2.50 PLN is available, and the partner owes -0.40 PLN');
      await payout({ amountMinor: 250 });
      await expectConsistent();
    });

    it.each([{ currency: 'EUR' }, { test: true }])('ignores debts in other money: %j', async (change) => {
      await adjustDebt(250, change);
      await payout({ amountMinor: 250 });
    });

    it('leaves the debts covered when payout and debt are entered concurrently', async () => {
      for (let round = 1; round <= 5; round += 1) {
        const [, payoutResult] = await Promise.allSettled([
          adjustDebt(200, { reference: `CB-${round}` }),
          payout({ reference: `TR-${round}`, amountMinor: 100 }),
        ]);
        const { availableMinor, receivableMinor } = await world.wallets.readBalance(partner);
        expect(payoutResult.status === 'rejected' || availableMinor === 150).toBe(true);
        if (payoutResult.status === 'fulfilled') expect(receivableMinor).toBe(200); // the payout was first
        await adjustDebt(200, { reference: `BACK-${round}`, debit: 'platform:clearing:orange', credit: 'partner:receivable' });
        if (payoutResult.status === 'fulfilled')
          await adjustDebt(100, { reference: `AGAIN-${round}`, debit: 'platform:rounding', credit: 'partner:available' });
      }
      await expectConsistent();
    });

    it('is refused by the database, too, when it is too high', async () => {
      await adjustDebt(100);
      const postings = [
        { account: 'partner:available' as const, partnerId: partner, currency: 'PLN', amountMinor: 151 },
        { account: 'platform:liquidity' as const, currency: 'PLN', amountMinor: -151 },
      ];
      const payoutTooHigh = world.dataSource.transaction(async (tx) => {
        const [row] = await tx.query<{ id: string }[]>(
          `INSERT INTO payout (id, reference, partner_id, currency, amount_minor, test, author, created_at)
           VALUES (gen_random_uuid(), 'TR-1', $1, 'PLN', 151, false, 'Anna', now()) RETURNING id`,
          [partner],
        );
        await world.ledger.post(tx, { kind: 'payout.paid', reference: row?.id ?? '', test: false, occurredAt: world.now, postings });
      });
      await expect(payoutTooHigh).rejects.toMatchObject({ constraint: 'payout_within_available' });
      expect(await wallet(partner)).toEqual([0, 250]);
    });
  });
});

describe('an adjustment', () => {
  const adjust = (change: object = {}) =>
    world.adjust.run({
      reference: 'A-1',
      debit: 'platform:rounding',
      credit: 'partner:available',
      partnerId: partner,
      currency: 'PLN',
      amountMinor: 7,
      test: false,
      reason: 'Seven grosz',
      author: 'Anna',
      ...change,
    });

  it('moves the amount between its accounts once', async () => {
    await Promise.all(times(5, () => adjust()));
    expect([await wallet(partner), await balance('platform:rounding')]).toEqual([[0, 7], 7]);
    for (const change of [{ debit: 'platform:liquidity' }, { credit: 'partner:receivable' }, { amountMinor: 8 }, { reason: 'Other' }])
      await expect(adjust(change)).rejects.toMatchObject(referenceTakenError('A-1', 'an adjustment'));
    await expectConsistent();
  });

  it('never takes a wallet below zero', async () => {
    await expect(adjust({ debit: 'partner:available', credit: 'partner:receivable' })).rejects.toThrow(WalletBalanceTooLowError);
    expect(await world.count('ledger_adjustment')).toBe(0);
  });

  it.each(['partner:pending', 'partner:reserved', 'platform:held'])('of %s is refused by the database, too', async (debit) => {
    await expect(adjust({ debit })).rejects.toMatchObject({ constraint: 'ledger_adjustment_not_of_sales' });
  });

  it('is reported by verification when its row was changed', async () => {
    await adjust();
    const superuser = await world.login('superuser');
    await expect(superuser.query('UPDATE ledger_adjustment SET amount_minor = 8')).rejects.toMatchObject({ code: '23001' });
    await superuser.query('SET session_replication_role = replica'); // switches triggers off
    await superuser.query('UPDATE ledger_adjustment SET amount_minor = 8');
    expect((await world.verify.run()).firstInconsistentRow).toMatchObject({
      table: 'ledger_adjustment',
      reason: expect.stringContaining('adjustment.made'),
    });
  });
});
