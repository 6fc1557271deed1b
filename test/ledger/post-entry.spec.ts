import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import type { AccountKind } from '../../src/platform/ledger/account-kind.js';
import { times } from '../support/times.js';
import { pendingEntry, balancedEntry, LedgerWorld } from './ledger-world.js';

describe('posting an entry', () => {
  let world: LedgerWorld;

  beforeAll(async () => {
    world = await LedgerWorld.open();
  });
  afterAll(() => world.close());

  it('writes the postings unchanged and changes the wallet', async () => {
    const partnerId = await world.partner();
    const reference = uuidv7();
    const postings = [
      { account: 'platform:clearing:orange', currency: 'PLN', amountMinor: 1362 },
      { account: 'platform:vat', currency: 'PLN', amountMinor: -255 },
      { account: 'partner:pending', partnerId, currency: 'PLN', amountMinor: -775 },
      { account: 'platform:commission', currency: 'PLN', amountMinor: -332 },
    ] as const;
    const occurredAt = new Date('2026-11-21T12:05:09.123Z');
    expect(await world.post({ kind: 'payed', reference, test: false, occurredAt, postings })).toBe(true);

    const [entry, ...others] = await world.entries.bySubject(reference);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ kind: 'payed', reference, occurredAt });
    expect(entry?.postings).toEqual(postings.map((posting) => ({ partnerId: null, ...posting })));
    const lines = 'SELECT line FROM ledger_posting WHERE entry_id = $1 ORDER BY line';
    expect(await world.dataSource.query(lines, [entry?.id])).toEqual([1, 2, 3, 4].map((line) => ({ line })));
    expect(await world.wallets.readBalance(partnerId)).toMatchObject({
      currency: 'PLN',
      pendingMinor: 775,
      availableMinor: 0,
      reservedMinor: 0,
    });
  });

  it('writes nothing when its kind and reference were posted before', async () => {
    const partnerId = await world.partner();
    const draft = pendingEntry(partnerId, 500);
    expect(await world.post(draft)).toBe(true);
    const before = await world.count('ledger_posting');
    expect(await world.post(draft)).toBe(false);
    expect(await world.post({ ...pendingEntry(partnerId, 900), reference: draft.reference })).toBe(false);
    expect(await world.count('ledger_posting')).toBe(before);
    expect(await world.wallets.readBalance(partnerId)).toMatchObject({ pendingMinor: 500 });
  });

  it('writes the entry once when twenty connections post it concurrently', async () => {
    const partnerId = await world.partner();
    const draft = pendingEntry(partnerId, 500);
    const results = await Promise.all(times(20, () => world.post(draft)));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await world.entries.bySubject(draft.reference)).toHaveLength(1);
    expect(await world.wallets.readBalance(partnerId)).toMatchObject({ pendingMinor: 500 });
  });

  it('together with other entries reports for each entry whether it was new', async () => {
    const [firstPartner, secondPartner] = [await world.partner(), await world.partner()];
    const [before, first, second] = [pendingEntry(firstPartner, 500), pendingEntry(firstPartner, 70), pendingEntry(secondPartner, 3)];
    await world.post(before);
    const drafts = [first, { ...before, occurredAt: new Date() }, second, first];
    await expect(world.dataSource.transaction((tx) => world.ledger.postAll(tx, drafts))).resolves.toEqual([true, false, true, false]);
    for (const draft of [first, second]) {
      const [entry] = await world.entries.bySubject(draft.reference);
      expect(entry?.postings).toEqual(draft.postings.map((posting) => ({ partnerId: null, ...posting })));
    }
    expect(await world.wallets.readBalance(firstPartner)).toMatchObject({ pendingMinor: 570 });
    expect(await world.wallets.readBalance(secondPartner)).toMatchObject({ pendingMinor: 3 });
  });

  it('works again after the first transaction was rolled back', async () => {
    const partnerId = await world.partner();
    const draft = pendingEntry(partnerId, 500);
    const rolledBackPost = world.dataSource.transaction(async (tx) => {
      await world.ledger.post(tx, draft);
      throw new Error('undone');
    });
    await expect(rolledBackPost).rejects.toThrow('undone');
    expect(await world.wallets.readBalance(partnerId)).toMatchObject({ pendingMinor: 0 });
    expect(await world.post(draft)).toBe(true);
    expect(await world.wallets.readBalance(partnerId)).toMatchObject({ pendingMinor: 500 });
  });

  it('opens an account once when many entries need the new account concurrently', async () => {
    const account: AccountKind = `platform:clearing:${uuidv7()}`;
    const partners = await Promise.all(times(4, () => world.partner()));
    const drafts = times(40, (index) =>
      balancedEntry([
        { account, currency: 'PLN', amountMinor: 100 },
        { account: 'partner:pending', partnerId: partners[index % 4], currency: 'PLN', amountMinor: -100 },
      ]),
    );
    expect(await Promise.all(drafts.map((draft) => world.post(draft)))).toEqual(times(40, () => true));
    const accounts = await world.dataSource.query<unknown[]>('SELECT FROM ledger_account WHERE kind = $1 OR partner_id = ANY($2)', [
      account,
      partners,
    ]);
    expect(accounts).toHaveLength(5);
    for (const partner of partners) expect(await world.wallets.readBalance(partner)).toMatchObject({ pendingMinor: 1000 });
  });

  it('works inside a savepoint, and is rolled back with the savepoint', async () => {
    const partnerId = await world.partner();
    const [committed, rolledBack] = [pendingEntry(partnerId, 100), pendingEntry(partnerId, 200)];
    await world.dataSource.transaction(async (tx) => {
      await tx.transaction((inner) => world.ledger.post(inner, committed));
      await tx
        .transaction(async (inner) => {
          await world.ledger.post(inner, rolledBack);
          throw new Error('rolled back');
        })
        .catch(() => undefined);
    });
    expect(await world.wallets.readBalance(partnerId)).toMatchObject({ pendingMinor: 100 });
    expect(await world.entries.bySubject(rolledBack.reference)).toEqual([]);
  });

  it('does not deadlock when entries name the same partners in different orders', async () => {
    const partners = await Promise.all(times(5, () => world.partner()));
    const shares = (order: string[]) =>
      balancedEntry(order.map((partnerId) => ({ account: 'partner:available' as const, partnerId, currency: 'PLN', amountMinor: -10 })));
    await world.post(shares(partners));
    const results = await Promise.all(times(100, (index) => world.post(shares(index % 2 ? partners : [...partners].reverse()))));
    expect(results.every(Boolean)).toBe(true);
    for (const partner of partners) expect(await world.wallets.readBalance(partner)).toMatchObject({ availableMinor: 1010 });
  });

  it('rejects a draft with one posting before it reaches the database', async () => {
    const draft = {
      ...pendingEntry(await world.partner(), 100),
      postings: [{ account: 'platform:vat', currency: 'PLN', amountMinor: 1 }] as const,
    };
    await expect(world.post(draft)).rejects.toThrow('at least two postings');
  });

  it('fails for an unknown partner', async () => {
    await expect(world.post(pendingEntry(uuidv7(), 100))).rejects.toMatchObject({ code: '23503' });
  });

  it('fails when an account cannot be opened, instead of counting as a repetition', async () => {
    const emptyWorld = await LedgerWorld.open();
    const superuser = await emptyWorld.login('superuser');
    await superuser.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER refuse BEFORE INSERT ON ledger_account FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const drafts = ['one', 'other'].map((reference) =>
      balancedEntry([{ account: 'platform:suspense', currency: 'PLN', amountMinor: 5 }], reference),
    );
    await expect(emptyWorld.dataSource.transaction((tx) => emptyWorld.ledger.postAll(tx, drafts))).rejects.toThrow(
      'Cannot post ledger entries test of one, test of other: an account could not be opened',
    );
    await emptyWorld.close();
  });

  it('makes the entry readable by its subject only', async () => {
    const partnerId = await world.partner();
    const id = uuidv7();
    for (const reference of [`${id}:reversal`, id, `${id}:a:b`, `${id}0`, `${id.slice(0, -1)}`, `${id};`])
      await world.post(pendingEntry(partnerId, 1, reference));
    const entries = await world.entries.bySubject(id);
    expect(entries.map((entry) => entry.reference)).toEqual([`${id}:reversal`, id, `${id}:a:b`]);
  });
});
