import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PostingDraft } from '../../src/platform/ledger/entry-draft.js';
import { WalletBalanceTooLowError } from '../../src/platform/ledger/wallet-balance-too-low.js';
import { times } from '../support/times.js';
import { pendingEntry, balancedEntry, LedgerWorld } from './ledger-world.js';

const PARTS = ['pending', 'available', 'reserved'] as const;
type Part = (typeof PARTS)[number];

describe('a wallet', () => {
  let world: LedgerWorld;

  beforeAll(async () => {
    world = await LedgerWorld.open();
  });
  afterAll(() => world.close());

  const change = (partnerId: string, part: Part, by: number): PostingDraft => ({
    account: `partner:${part}`,
    partnerId,
    currency: 'PLN',
    amountMinor: -by,
  });

  it('is empty before anything was earned', async () => {
    expect(await world.wallets.readBalance(await world.partner())).toEqual({
      currency: 'PLN',
      pendingMinor: 0,
      availableMinor: 0,
      reservedMinor: 0,
      receivableMinor: 0,
    });
  });

  it.each(PARTS)('rejects a posting that takes its %s part below zero, and names the part', async (part) => {
    const partnerId = await world.partner();
    await world.post(balancedEntry([change(partnerId, part, 100)]));
    const withdrawal = balancedEntry([change(partnerId, part, -101)]);
    await expect(world.post(withdrawal)).rejects.toEqual(new WalletBalanceTooLowError(part));
    expect(await world.entries.bySubject(withdrawal.reference)).toEqual([]);
    expect(await world.post(balancedEntry([change(partnerId, part, -100)]))).toBe(true);
  });

  it('rejects a withdrawal when it has no row yet', async () => {
    await expect(world.post(pendingEntry(await world.partner(), -1))).rejects.toEqual(new WalletBalanceTooLowError('pending'));
  });

  it('lets the transaction continue when the rejected entry was in a savepoint', async () => {
    const partnerId = await world.partner();
    await world.dataSource.transaction(async (tx) => {
      await expect(tx.transaction((inner) => world.ledger.post(inner, pendingEntry(partnerId, -1)))).rejects.toBeInstanceOf(
        WalletBalanceTooLowError,
      );
      await world.ledger.post(tx, pendingEntry(partnerId, 7));
    });
    expect(await world.wallets.readBalance(partnerId)).toMatchObject({ pendingMinor: 7 });
  });

  it('can move money between its parts in one entry', async () => {
    const partnerId = await world.partner();
    await world.post(balancedEntry([change(partnerId, 'pending', 100)]));
    await world.post(balancedEntry([change(partnerId, 'pending', -60), change(partnerId, 'available', 60)]));
    expect(await world.wallets.readBalance(partnerId)).toMatchObject({ pendingMinor: 40, availableMinor: 60 });
  });

  it('keeps currencies apart', async () => {
    const partnerId = await world.partner();
    await world.post(balancedEntry([change(partnerId, 'available', 100), { ...change(partnerId, 'available', 7), currency: 'EUR' }]));
    expect(await world.wallets.readBalance(partnerId)).toMatchObject({ availableMinor: 100 });
    expect(await world.wallets.readBalance(partnerId, { currency: 'EUR' })).toMatchObject({ availableMinor: 7 });
  });

  it('is locked until the transaction ends, separately for real and test money', async () => {
    const partnerId = await world.partner();
    expect(await world.dataSource.transaction((tx) => world.wallets.lock(tx, partnerId))).toMatchObject({ availableMinor: 0 });
    await world.post(balancedEntry([change(partnerId, 'available', 100), { ...change(partnerId, 'available', 7), currency: 'EUR' }]));
    const superuser = await world.login('superuser');
    const lock = (test: boolean) =>
      superuser.query('SELECT FROM wallet WHERE partner_id = $1 AND currency = $2 AND test = $3 FOR UPDATE NOWAIT', [
        partnerId,
        'PLN',
        test,
      ]);
    await world.dataSource.transaction(async (tx) => {
      expect(await world.wallets.lock(tx, partnerId, { test: true })).toMatchObject({ availableMinor: 0 });
      expect((await lock(false)).rowCount).toBe(1);
      expect(await world.wallets.lock(tx, partnerId)).toMatchObject({ availableMinor: 100 });
      await expect(lock(false)).rejects.toMatchObject({ code: '55P03' });
    });
    expect((await lock(false)).rowCount).toBe(1);
  });

  it('loses no more than it has when many entries take money concurrently', async () => {
    const partnerId = await world.partner();
    await world.post(balancedEntry([change(partnerId, 'available', 1000)]));
    const results = await Promise.allSettled(
      times(60, () => world.post(balancedEntry([change(partnerId, 'available', -30), change(partnerId, 'reserved', 30)]))),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(33);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toEqual(new WalletBalanceTooLowError('available'));
    expect(await world.wallets.readBalance(partnerId)).toMatchObject({ availableMinor: 10, reservedMinor: 990 });
  });

  it('equals the sum of its postings after concurrent postings and rejections', async () => {
    const partners = await Promise.all(times(3, () => world.partner()));
    const movement = fc.record({
      partner: fc.constantFrom(...partners),
      changes: fc.uniqueArray(
        fc.record({ part: fc.constantFrom(...PARTS), by: fc.integer({ min: -300, max: 400 }).filter((by) => by !== 0) }),
        {
          selector: ({ part }) => part,
          minLength: 1,
        },
      ),
    });
    const model = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(movement, { maxLength: 12 }), async (movements) => {
        await Promise.all(
          movements.map(async ({ partner, changes }) => {
            const entry = balancedEntry(changes.map(({ part, by }) => change(partner, part, by)));
            if (entry.postings.length < 2) return;
            try {
              await world.post(entry);
              for (const { part, by } of changes) model.set(partner + part, (model.get(partner + part) ?? 0) + by);
            } catch (error) {
              expect(error).toBeInstanceOf(WalletBalanceTooLowError);
            }
          }),
        );
        for (const partner of partners) {
          const [pendingMinor, availableMinor, reservedMinor] = PARTS.map((part) => model.get(partner + part) ?? 0);
          expect(await world.wallets.readBalance(partner)).toMatchObject({ pendingMinor, availableMinor, reservedMinor });
        }
        expect((await world.verify.run()).firstInconsistentRow).toBeNull();
      }),
      { numRuns: 25 },
    );
  });
});
