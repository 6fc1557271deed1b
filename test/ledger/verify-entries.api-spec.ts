import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import type { PostingDraft } from '../../src/platform/ledger/entry-draft.js';
import type { EntryCheck } from '../../src/platform/ledger/entry-check.js';
import { BIGINT_KEY } from '../../src/runtime/database/rows/row-batches.js';
import type { LedgerVerification } from '../../src/platform/ledger/ledger-verification.js';
import { times } from '../support/times.js';
import { LedgerWorld } from './ledger-world.js';

/** Deeds of a product that is made up: each has one entry of its kind when it is done, and none before. */
const DEEDS: EntryCheck = {
  kinds: ['deed.done', 'deed.undone'],
  table: 'deed',
  key: { column: 'id', ...BIGINT_KEY },
  postings: `
    SELECT d.kind, 'deed:' || coalesce(d.repeats, d.id) AS reference, l.account, l.partner_id, false AS test, 'PLN' AS currency, l.amount_minor
    FROM deed d CROSS JOIN LATERAL (VALUES
      ('platform:vat', NULL::uuid, d.minor), ('partner:pending', d.partner_id, -d.minor)) AS l (account, partner_id, amount_minor)
    WHERE d.id >= $1 AND d.id < $2 AND d.kind IS NOT NULL`,
};

describe('the entries of a product, proved by its rows,', () => {
  let world: LedgerWorld;
  let superuser: Client;
  let partnerId: string;
  let other: string;
  beforeEach(async () => {
    world = await LedgerWorld.open();
    superuser = await world.login('superuser');
    await superuser.query('CREATE TABLE deed (id bigint PRIMARY KEY, kind text, partner_id uuid, minor bigint, repeats bigint)');
    await superuser.query('GRANT SELECT ON deed TO PUBLIC');
    await superuser.query('SET session_replication_role = replica');
    [partnerId, other] = [await world.partner(), await world.partner()];
    world.proofs.add(DEEDS);
    for (const id of [1, 2, 4, 7, 8]) await does(id);
    await superuser.query('INSERT INTO deed VALUES (5, NULL, $1, 100), (9, NULL, $1, 100)', [partnerId]);
  });
  afterEach(() => world.close());

  /** A deed, and its entry as it should be or with other postings. */
  async function does(id: number, change: { kind?: string; postings?: PostingDraft[] } = {}): Promise<void> {
    const { kind = 'deed.done', postings = postingsOf(100 + id) } = change;
    await superuser.query('INSERT INTO deed VALUES ($1, $2, $3, $4)', [id, kind, partnerId, 100 + id]);
    if (postings.length > 0) await world.post({ kind, reference: `deed:${id}`, test: false, occurredAt: new Date(), postings });
  }
  const postingsOf = (minor: number, of = partnerId): PostingDraft[] => [
    { account: 'platform:vat', currency: 'PLN', amountMinor: minor },
    { account: 'partner:pending', partnerId: of, currency: 'PLN', amountMinor: -minor },
  ];
  const entryOf = async (id: number): Promise<string> => (await world.entries.bySubject(`deed:${id}`))[0]?.id ?? '';
  const verify = (batchSize = 2): Promise<LedgerVerification> => world.verify.run({ batchSize });

  it.each([1, 2, 3, 4, 100])('are sound when each row has its entry, and no other row has one: in batches of %i', async (batchSize) => {
    await does(3, { kind: 'deed.undone' });
    expect(await verify(batchSize)).toEqual({ entries: 6, postings: 12, wallets: 1, broken: null, suspense: [] });
  });

  it('may be looked at in batches of their own', async () => {
    const calls = async (): Promise<number> => {
      let count = 0;
      await world.verify.run({ batchSize: 100, onProgress: () => (count += 1) });
      return count;
    };
    const before = await calls();
    world.proofs.add({ ...DEEDS, kinds: [], rowsAtOnce: 2 }); // seven rows
    expect(await calls()).toBe(before + 4);
  });

  const said = (...amounts: string[]): string =>
    amounts.map((line) => line.replace('of A', `of ${partnerId}`).replace('of B', `of ${other}`)).join(', ');
  const BY_ROW = ['partner:pending of A -106 PLN', 'platform:vat 106 PLN'];
  it.each<[string, (minor: number) => PostingDraft[], string[]]>([
    ['another amount', (minor) => postingsOf(minor + 1), ['partner:pending of A -107 PLN', 'platform:vat 107 PLN']],
    ['another partner', (minor) => postingsOf(minor, other), ['partner:pending of B -106 PLN', 'platform:vat 106 PLN']],
    [
      'another account',
      (minor) => [...postingsOf(minor).slice(1), { account: 'platform:commission', currency: 'PLN', amountMinor: minor }],
      ['partner:pending of A -106 PLN', 'platform:commission 106 PLN'],
    ],
    [
      'another currency',
      (minor) => postingsOf(minor).map((posting) => ({ ...posting, currency: 'EUR' })),
      ['partner:pending of A -106 EUR', 'platform:vat 106 EUR'],
    ],
    ['postings twice', (minor) => [...postingsOf(minor), ...postingsOf(minor)], BY_ROW.flatMap((line) => [line, line])],
    ['no entry', () => [], ['nothing']],
  ])('are not when a row has %s', async (_, postings, entered) => {
    await does(6, { postings: postings(106) });
    for (const batchSize of [1, 3, 100])
      expect((await verify(batchSize)).broken).toEqual({
        table: 'deed',
        id: 'deed:6',
        reason: `its postings of deed.done are not what its row says: ${said(...entered)} instead of ${said(...BY_ROW)}`,
      });
  });

  it('are not when a row has test money', async () => {
    await does(6, { postings: [] });
    await world.post({ kind: 'deed.done', reference: 'deed:6', test: true, occurredAt: new Date(), postings: postingsOf(106) });
    expect((await verify()).broken).toMatchObject({
      table: 'deed',
      id: 'deed:6',
      reason: expect.stringContaining(' 106 PLN (test) instead of '),
    });
  });

  it('are not when one has no row, nor a row that causes it', async () => {
    await superuser.query('UPDATE deed SET kind = NULL WHERE id = 4');
    await superuser.query('DELETE FROM deed WHERE id IN (7, 8)');
    expect(await verify()).toEqual({
      entries: 5,
      postings: 10,
      wallets: 1,
      broken: {
        table: 'ledger_entry',
        id: await entryOf(4),
        reason: 'nothing in deed has caused it: there are 5 entries of deed.done, and deed has caused 2',
      },
      suspense: [],
    });
  });

  it('are not when two rows look at the same entry, in whichever batches', async () => {
    await superuser.query("INSERT INTO deed VALUES (20, 'deed.done', $1, 101, 1)", [partnerId]);
    expect((await verify()).broken).toEqual({
      table: 'ledger_entry',
      id: 'deed.done',
      reason: 'there are 5 entries of deed.done, and deed has caused 6',
    });
    expect((await verify(100)).broken).toMatchObject({ table: 'deed', id: 'deed:1' });
  });

  it('are not when one is of a kind that no row causes', async () => {
    await world.post({ kind: 'deed.undone', reference: 'deed:1', test: false, occurredAt: new Date(), postings: postingsOf(5) });
    expect((await verify()).broken).toEqual({
      table: 'ledger_entry',
      id: expect.any(String),
      reason: 'nothing in deed has caused it: there are 1 entries of deed.undone, and deed has caused 0',
    });
  });

  it('are not when one is of a kind that nothing enters, wherever it stands', async () => {
    for (const kind of ['stranger', 'stranger'])
      await world.post({
        kind,
        reference: `${kind}:${await world.count('ledger_entry')}`,
        test: false,
        occurredAt: new Date(),
        postings: postingsOf(5),
      });
    await does(10);
    expect(await verify()).toMatchObject({
      entries: 8,
      wallets: 1,
      broken: { table: 'ledger_entry', id: await entryOfKind('stranger'), reason: 'nothing enters entries of the kind stranger' },
    });
  });
  const entryOfKind = async (kind: string): Promise<string> => {
    const [row] = await world.dataSource.query<{ id: string }[]>('SELECT id FROM ledger_entry WHERE kind = $1 ORDER BY id LIMIT 1', [kind]);
    return row?.id ?? '';
  };

  it('are verified until the verification is stopped', async () => {
    const told: number[] = [];
    await world.verify.run({ batchSize: 2, onProgress: ({ entriesDone }) => told.push(entriesDone) });
    expect(told.slice(0, 3)).toEqual([2, 4, 5]);
    expect(told.length).toBeGreaterThanOrEqual(3 + 4); // the rows, too, a batch after the other
    for (const stop of times(told.length, (n) => n)) {
      let left = stop;
      const onProgress = (): void => {
        if ((left -= 1) < 0) throw new Error('stopped');
      };
      await expect(world.verify.run({ batchSize: 2, onProgress })).rejects.toThrow('stopped');
    }
  });
});
