import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import type { PostingDraft } from '../../src/platform/ledger/entry-draft.js';
import type { Check } from '../../src/platform/checks/check.js';
import { BIGINT_ID_KEY } from '../../src/runtime/database/rows/row-batches.js';
import type { LedgerVerification } from '../../src/platform/ledger/verification/ledger-verification.js';
import { times } from '../support/times.js';
import { LedgerWorld } from './ledger-world.js';

/** The check of an invented product with the table `deed`. Each row must have one entry of its `kind`, or no entry while `kind` is null. */
const DEEDS: Check = {
  table: 'deed',
  as: 'd',
  key: BIGINT_ID_KEY,
  entries: {
    partner: 'd.partner_id',
    test: 'false',
    list: ['deed.done', 'deed.undone'].map((kind) => ({
      kind,
      reference: `'deed:' || coalesce(d.repeats, d.id)`,
      when: `d.kind = '${kind}'`,
      postings: [
        ['platform:vat', 'd.minor'],
        ['partner:pending', '-d.minor'],
      ],
    })),
  },
};

describe('the entries of a product', () => {
  let world: LedgerWorld;
  let superuser: Client;
  let partnerId: string;
  let otherPartner: string;
  beforeEach(async () => {
    world = await LedgerWorld.open();
    superuser = await world.login('superuser');
    await superuser.query('CREATE TABLE deed (id bigint PRIMARY KEY, kind text, partner_id uuid, minor bigint, repeats bigint)');
    await superuser.query('GRANT SELECT ON deed TO PUBLIC');
    await superuser.query('SET session_replication_role = replica'); // switches triggers off
    [partnerId, otherPartner] = [await world.partner(), await world.partner()];
    world.checks.push(DEEDS);
    for (const id of [1, 2, 4, 7, 8]) await addDeed(id);
    await superuser.query('INSERT INTO deed VALUES (5, NULL, $1, 100), (9, NULL, $1, 100)', [partnerId]);
  });
  afterEach(() => world.close());

  /** Adds a deed and its entry, with the correct postings or with others. */
  async function addDeed(id: number, change: { kind?: string; postings?: PostingDraft[] } = {}): Promise<void> {
    const { kind = 'deed.done', postings = postingsOf(100 + id) } = change;
    await superuser.query('INSERT INTO deed VALUES ($1, $2, $3, $4)', [id, kind, partnerId, 100 + id]);
    if (postings.length > 0) await world.post({ kind, reference: `deed:${id}`, test: false, occurredAt: new Date(), postings });
  }
  const postingsOf = (minor: number, walletOwner = partnerId): PostingDraft[] => [
    { account: 'platform:vat', currency: 'PLN', amountMinor: minor },
    { account: 'partner:pending', partnerId: walletOwner, currency: 'PLN', amountMinor: -minor },
  ];
  const entryOf = async (id: number): Promise<string> => (await world.entries.bySubject(`deed:${id}`))[0]?.id ?? '';
  const verify = (batchSize = 2): Promise<LedgerVerification> => world.verify.run({ batchSize });

  it.each([1, 2, 3, 4, 100])(
    'are consistent when each row has its entry and there are no other entries, in batches of %i',
    async (batchSize) => {
      await addDeed(3, { kind: 'deed.undone' });
      expect(await verify(batchSize)).toEqual({ entries: 6, postings: 12, wallets: 1, firstInconsistentRow: null, suspense: [] });
    },
  );

  it.each<[string, Partial<Check>]>([
    [
      'entries',
      {
        entries: {
          test: 'false',
          list: [{ kind: 'deed.planned', reference: 'd.id', when: 'false', postings: [['platform:vat', 'd.minor']] }],
        },
      },
    ],
    ['rules', { rules: { list: [['false', `'never'`]] } }],
  ])('can be verified in batches of another size, with %s', async (_, part) => {
    const calls = async (): Promise<number> => {
      let count = 0;
      await world.verify.run({ batchSize: 100, onProgress: () => (count += 1) });
      return count;
    };
    await superuser.query('DELETE FROM deed WHERE kind IS NULL');
    const before = await calls();
    const { table, as, key } = DEEDS;
    world.checks.push({ table, as, key, rowsPerStatement: 2, ...part }); // five rows
    expect(await calls()).toBe(before + 3);
  });

  const postingsText = (...amounts: string[]): string =>
    amounts.map((line) => line.replace('of A', `of ${partnerId}`).replace('of B', `of ${otherPartner}`)).join(', ');
  const EXPECTED_BY_ROW = ['partner:pending of A -106 PLN', 'platform:vat 106 PLN'];
  it.each<[string, (minor: number) => PostingDraft[], string[]]>([
    ['another amount', (minor) => postingsOf(minor + 1), ['partner:pending of A -107 PLN', 'platform:vat 107 PLN']],
    ['another partner', (minor) => postingsOf(minor, otherPartner), ['partner:pending of B -106 PLN', 'platform:vat 106 PLN']],
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
    ['postings twice', (minor) => [...postingsOf(minor), ...postingsOf(minor)], EXPECTED_BY_ROW.flatMap((line) => [line, line])],
    ['no entry', () => [], ['nothing']],
  ])('are inconsistent when a row has %s', async (_, postings, posted) => {
    await addDeed(6, { postings: postings(106) });
    for (const batchSize of [1, 3, 100])
      expect((await verify(batchSize)).firstInconsistentRow).toEqual({
        table: 'deed',
        id: 'deed:6',
        reason: `its postings of deed.done do not match its row: ${postingsText(...posted)} instead of ${postingsText(...EXPECTED_BY_ROW)}`,
      });
  });

  it('are inconsistent when the entry of a row has test money', async () => {
    await addDeed(6, { postings: [] });
    await world.post({ kind: 'deed.done', reference: 'deed:6', test: true, occurredAt: new Date(), postings: postingsOf(106) });
    expect((await verify()).firstInconsistentRow).toMatchObject({
      table: 'deed',
      id: 'deed:6',
      reason: expect.stringContaining(' 106 PLN (test) instead of '),
    });
  });

  it('are inconsistent when no row causes an entry', async () => {
    await superuser.query('UPDATE deed SET kind = NULL WHERE id = 4');
    await superuser.query('DELETE FROM deed WHERE id IN (7, 8)');
    expect(await verify()).toEqual({
      entries: 5,
      postings: 10,
      wallets: 1,
      firstInconsistentRow: {
        table: 'ledger_entry',
        id: await entryOf(4),
        reason: 'no row of deed has caused it: the ledger has 5 entries of deed.done, and the rows of deed have caused 2',
      },
      suspense: [],
    });
  });

  it('are inconsistent when two rows cause the same entry, in one batch or in two', async () => {
    await superuser.query("INSERT INTO deed VALUES (20, 'deed.done', $1, 101, 1)", [partnerId]);
    expect((await verify()).firstInconsistentRow).toEqual({
      table: 'ledger_entry',
      id: 'deed.done',
      reason: 'the ledger has 5 entries of deed.done, and the rows of deed have caused 6',
    });
    expect((await verify(100)).firstInconsistentRow).toMatchObject({ table: 'deed', id: 'deed:1' });
  });

  it('are inconsistent when an entry has a kind that no row causes', async () => {
    await world.post({ kind: 'deed.undone', reference: 'deed:1', test: false, occurredAt: new Date(), postings: postingsOf(5) });
    expect((await verify()).firstInconsistentRow).toEqual({
      table: 'ledger_entry',
      id: expect.any(String),
      reason: 'no row of deed has caused it: the ledger has 1 entries of deed.undone, and the rows of deed have caused 0',
    });
  });

  it('are inconsistent when an entry has an unknown kind', async () => {
    for (const kind of ['stranger', 'stranger'])
      await world.post({
        kind,
        reference: `${kind}:${await world.count('ledger_entry')}`,
        test: false,
        occurredAt: new Date(),
        postings: postingsOf(5),
      });
    await addDeed(10);
    expect(await verify()).toMatchObject({
      entries: 8,
      wallets: 1,
      firstInconsistentRow: {
        table: 'ledger_entry',
        id: await entryOfKind('stranger'),
        reason: 'no code of the gateway posts entries of the kind stranger',
      },
    });
  });
  const entryOfKind = async (kind: string): Promise<string> => {
    const [row] = await world.dataSource.query<{ id: string }[]>('SELECT id FROM ledger_entry WHERE kind = $1 ORDER BY id LIMIT 1', [kind]);
    return row?.id ?? '';
  };

  it('are verified until the progress callback throws', async () => {
    const progress: number[] = [];
    await world.verify.run({ batchSize: 2, onProgress: ({ entriesDone }) => progress.push(entriesDone) });
    expect(progress.slice(0, 3)).toEqual([2, 4, 5]);
    expect(progress.length).toBeGreaterThanOrEqual(3 + 4); // also one call for each batch of rows
    for (const stop of times(progress.length, (n) => n)) {
      let remaining = stop;
      const onProgress = (): void => {
        if ((remaining -= 1) < 0) throw new Error('stopped');
      };
      await expect(world.verify.run({ batchSize: 2, onProgress })).rejects.toThrow('stopped');
    }
  });
});
