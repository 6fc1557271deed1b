import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import { SealEntriesService } from '../../src/platform/ledger/seals/seal-entries.service.js';
import type { SealHead } from '../../src/platform/seals/seal-chain.js';
import { UUID_KEY } from '../../src/runtime/database/rows/row-batches.js';
import type { InconsistentRow } from '../../src/platform/checks/check.js';
import type { PeriodicTask } from '../../src/runtime/scheduling/periodic-tasks.js';
import { times } from '../support/times.js';
import { pendingEntry, LedgerWorld, postedEntries } from './ledger-world.js';
import { waitUntilAllSealable } from './until-all-sealable.js';

/** Updates wallets and wallet lines as the triggers of postings would. */
const UPDATE_WALLETS = `
  UPDATE wallet SET pending_minor = (SELECT -sum(amount_minor) FROM ledger_posting WHERE amount_minor < 0);
  TRUNCATE wallet_line;
  INSERT INTO wallet_line (account_id, occurred_at, entry_id, line, amount_minor)
  SELECT p.account_id, e.occurred_at, p.entry_id, p.line, p.amount_minor
  FROM ledger_posting p JOIN ledger_entry e ON e.id = p.entry_id JOIN ledger_account a ON a.id = p.account_id WHERE a.partner_id IS NOT NULL`;

const FIFTH_ENTRY_ID = '(SELECT id FROM ledger_entry ORDER BY id OFFSET 4 LIMIT 1)';

describe('the seals of the ledger', () => {
  let world: LedgerWorld;
  let partnerId: string;
  let superuser: Client;

  beforeAll(async () => {
    world = await LedgerWorld.open();
  });
  beforeEach(async () => {
    world = await world.withoutRows();
    partnerId = await world.partner();
    superuser = await world.login('superuser');
    await superuser.query('SET session_replication_role = replica'); // switches triggers off
    await postTenEntries();
    await sealAll(4);
  });
  afterAll(() => world.close());

  const postTenEntries = async (): Promise<void> => {
    for (const draft of times(10, (index) => pendingEntry(partnerId, 100 + index))) await world.post(draft);
  };
  const sealAll = async (batchSize = 1000): Promise<void> => {
    await waitUntilAllSealable(world.dataSource);
    while (await world.seals.batch(batchSize));
  };
  const inconsistentRow = async (head?: { seal: number; hash: string }): Promise<InconsistentRow | null> =>
    (await world.verify.run({ batchSize: 3, ...(head && { head }) })).firstInconsistentRow;
  const currentHead = async (): Promise<SealHead> => {
    const head = await world.seals.head();
    if (!head) throw new Error('Nothing is sealed');
    return head;
  };
  const changeAsSuperuser = async (sql: string): Promise<string> => (await superuser.query<{ id: string }>(sql)).rows[0]?.id ?? '';

  it('cover every committed entry once, and each follows from the previous seal', async () => {
    expect(await inconsistentRow()).toBeNull();
    expect(await world.seals.head()).toMatchObject({ seal: 3, entries: 10, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await world.count('ledger_sealed_entry')).toBe(10);
    expect(await world.seals.batch(1)).toBe(false); // nothing new
    expect(await world.count('ledger_seal')).toBe(3);
    await postTenEntries();
    expect(await inconsistentRow()).toBeNull(); // an entry that is not sealed yet is correct
    await sealAll();
    expect(await world.seals.head()).toMatchObject({ seal: 4, entries: 20 });
    expect(await inconsistentRow()).toBeNull();
  });

  it('leave out entries of an open database transaction and younger entries, and cover them after its commit', async () => {
    const release = await postInOpenTransaction();
    await postTenEntries();
    while (await world.seals.batch());
    expect(await world.count('ledger_sealed_entry')).toBe(10);
    await release();
    await sealAll();
    expect(await world.count('ledger_sealed_entry')).toBe(21);
    expect(await inconsistentRow()).toBeNull();
  });

  /** Posts an entry in a database transaction that stays open. @returns a function that commits the transaction. */
  async function postInOpenTransaction(): Promise<() => Promise<void>> {
    const draft = pendingEntry(await world.partner(), 5);
    const runner = world.dataSource.createQueryRunner();
    await runner.startTransaction();
    await world.ledger.post(runner.manager, draft);
    return async () => {
      await runner.commitTransaction();
      await runner.release();
    };
  }

  it('cover each entry once when many workers seal while entries are posted', async () => {
    await Promise.all([...times(10, () => world.post(pendingEntry(partnerId, 1))), ...times(10, () => world.seals.batch(3))]);
    await sealAll(3);
    expect([await world.count('ledger_sealed_entry'), await inconsistentRow()]).toEqual([20, null]);
  });

  it('cover the entries of one database transaction in one seal', async () => {
    await world.dataSource.transaction((tx) =>
      world.ledger.postAll(
        tx,
        times(5, () => pendingEntry(partnerId, 1)),
      ),
    );
    await sealAll(2);
    expect(await world.count('ledger_seal WHERE entries = 5')).toBe(1);
    expect(await world.count('ledger_sealed_entry')).toBe(15);
  });

  /** Doubles both sides of an entry, so that it still balances. With `UPDATE_WALLETS` only the seal shows the change. */
  const DOUBLED_ENTRY = `
    UPDATE ledger_posting SET amount_minor = amount_minor * 2 WHERE entry_id = ${FIFTH_ENTRY_ID} RETURNING entry_id AS id`;
  const CHANGED_AFTER_SEAL_2 = { table: 'ledger_entry', reason: 'it was changed after seal 2' };

  it.each([
    ['amounts', DOUBLED_ENTRY],
    ['kind', `UPDATE ledger_entry SET kind = 'other' WHERE id = ${FIFTH_ENTRY_ID} RETURNING id`],
    ['reference', `UPDATE ledger_entry SET reference = 'other' WHERE id = ${FIFTH_ENTRY_ID} RETURNING id`],
    [
      'time at which it occurred',
      `UPDATE ledger_entry SET occurred_at = occurred_at + interval '1 month' WHERE id = ${FIFTH_ENTRY_ID} RETURNING id`,
    ],
    [
      'time at which it was written',
      `UPDATE ledger_entry SET created_at = created_at - interval '1 microsecond' WHERE id = ${FIFTH_ENTRY_ID} RETURNING id`,
    ],
    ['id of its database transaction', `UPDATE ledger_entry SET created_xid = '1' WHERE id = ${FIFTH_ENTRY_ID} RETURNING id`],
    ['line numbers', `UPDATE ledger_posting SET line = line + 10 WHERE entry_id = ${FIFTH_ENTRY_ID} RETURNING entry_id AS id`],
    [
      'account of a posting',
      `WITH a AS (INSERT INTO ledger_account (kind, currency, test) VALUES ('platform:commission', 'PLN', false) RETURNING id)
       UPDATE ledger_posting SET account_id = a.id FROM a WHERE entry_id = ${FIFTH_ENTRY_ID} AND line = 2 RETURNING entry_id AS id`,
    ],
  ])('find an entry after a change of the %s', async (_, sql) => {
    const id = await changeAsSuperuser(sql);
    expect(await inconsistentRow()).toEqual({ ...CHANGED_AFTER_SEAL_2, id });
  });

  it('find a changed account by the first of its entries', async () => {
    await changeAsSuperuser(`UPDATE ledger_account SET kind = 'platform:commission' WHERE kind = 'platform:vat'`);
    const [first] = await world.dataSource.query<{ id: string }[]>('SELECT id FROM ledger_entry ORDER BY id LIMIT 1');
    expect(await inconsistentRow()).toEqual({ table: 'ledger_entry', id: first?.id, reason: 'it was changed after seal 1' });
  });

  it('find an entry that was removed with all its postings', async () => {
    const id = await changeAsSuperuser(`DELETE FROM ledger_entry WHERE id = ${FIFTH_ENTRY_ID} RETURNING id`);
    await changeAsSuperuser(`DELETE FROM ledger_posting WHERE entry_id = '${id}'`);
    expect(await inconsistentRow()).toEqual({ table: 'ledger_entry', id, reason: 'it was removed after seal 2' });
  });

  const insertEntry = async (columns: string, values: string): Promise<string> => {
    const id = await changeAsSuperuser(
      `INSERT INTO ledger_entry (id, kind, reference, test, occurred_at${columns}) VALUES (gen_random_uuid(), 'test', 'planted', false, now()${values}) RETURNING id`,
    );
    await changeAsSuperuser(
      `INSERT INTO ledger_posting SELECT '${id}', line, account_id, amount_minor, currency FROM ledger_posting WHERE entry_id = ${FIFTH_ENTRY_ID}`,
    );
    await superuser.query(UPDATE_WALLETS);
    return id;
  };

  it('find an inserted entry with the id of an old database transaction', async () => {
    const id = await insertEntry(', created_xid', ', (SELECT created_xid FROM ledger_entry LIMIT 1)');
    expect(await inconsistentRow()).toMatchObject({
      table: 'ledger_entry',
      id,
      reason: expect.stringContaining('inserted after sealing'),
    });
  });

  it('do not find an inserted entry with the id of a new database transaction, but a ledger check finds it', async () => {
    const id = await insertEntry('', '');
    expect(await inconsistentRow()).toBeNull();
    world.checks.push({
      table: 'ledger_sealed_entry',
      as: 's',
      key: { column: 'entry_id', ...UUID_KEY },
      entries: postedEntries(['test'], 'JOIN ledger_entry e ON e.id = s.entry_id'),
    });
    expect(await inconsistentRow()).toMatchObject({
      table: 'ledger_entry',
      id,
      reason: expect.stringContaining('no row of ledger_sealed_entry has caused it'),
    });
  });

  it('are not needed to find an entry of an unknown kind', async () => {
    world.verifyManualEntries();
    const id = await changeAsSuperuser(`UPDATE ledger_entry SET kind = 'invented' WHERE id = ${FIFTH_ENTRY_ID} RETURNING id`);
    await changeAsSuperuser('TRUNCATE ledger_seal, ledger_sealed_entry');
    expect(await inconsistentRow()).toEqual({
      table: 'ledger_entry',
      id,
      reason: 'no code of the gateway posts entries of the kind invented',
    });
  });

  it.each([
    [
      'whose entry was changed together with the digest of the sealed entry',
      `${DOUBLED_ENTRY.replace(/RETURNING.*/, '')}; UPDATE ledger_sealed_entry SET digest = sha256('x')`,
      'changed after',
    ],
    ['whose hash was changed', `UPDATE ledger_seal SET hash = sha256('x') WHERE number = 2`, 'its hash does not follow', '2'],
    [
      'whose last database transaction was changed',
      `UPDATE ledger_seal SET last_xid = '99999999' WHERE number = 3`,
      'its hash does not follow',
      '3',
    ],
    ['that was removed', 'DELETE FROM ledger_seal WHERE number = 2', 'the seal before it is missing', '3'],
    [
      'with a wrong number of entries',
      `UPDATE ledger_seal SET entries = entries + 1 WHERE number = 1`,
      'the number of entries with this seal is',
      '1',
    ],
  ])('reveal a seal %s', async (_, sql, reason, id = expect.any(String) as unknown as string) => {
    await superuser.query(sql);
    expect(await inconsistentRow()).toMatchObject({ id, reason: expect.stringContaining(reason) });
  });

  /** Acts as an attacker who knows the algorithm: changes data with `sql`, removes all seals and seals everything again. */
  const rebuildSeals = async (sql: string, batchSize = 4): Promise<void> => {
    await superuser.query(sql);
    await superuser.query('TRUNCATE ledger_seal, ledger_sealed_entry');
    await sealAll(batchSize);
    await superuser.query(UPDATE_WALLETS);
  };

  it('do not fit a head that was stored elsewhere, after an attacker rebuilt all of them', async () => {
    const head = await currentHead();
    expect(await inconsistentRow(head)).toBeNull();
    await rebuildSeals(DOUBLED_ENTRY); // changes an entry of seal 2; seal 3 covers the same entries as before
    expect(await inconsistentRow()).toBeNull();
    expect(await inconsistentRow(head)).toEqual({
      table: 'ledger_seal',
      id: '3',
      reason: `its hash is not that of the stored head: ${head.hash}`,
    });
  });

  it('lack a head that was stored elsewhere, after an attacker rebuilt fewer of them', async () => {
    const head = await currentHead();
    await rebuildSeals('SELECT 1', 100);
    expect(await inconsistentRow(head)).toEqual({ table: 'ledger_seal', id: '3', reason: 'it is the stored head, and it is missing' });
  });

  it('cannot be changed by the application role or the owner', async () => {
    for (const login of ['app', 'owner'] as const) {
      const client = await world.login(login);
      for (const sql of ['UPDATE ledger_seal SET entries = 1', 'DELETE FROM ledger_sealed_entry', 'TRUNCATE ledger_seal'])
        await expect(client.query(sql)).rejects.toMatchObject({ code: login === 'app' ? '42501' : '23001' });
    }
  });

  it('are made by one worker at a time, which continues while more entries may be left', async () => {
    const tasks: PeriodicTask[] = [];
    new SealEntriesService(world.dataSource, { register: (task: PeriodicTask) => tasks.push(task) } as never).onModuleInit();
    expect(tasks).toMatchObject([{ name: 'seal-ledger', intervalMs: 2_000 }]);
    const batch = (): Promise<boolean> | undefined => tasks[0]?.batch(new AbortController().signal);
    await postTenEntries();
    await waitUntilAllSealable(world.dataSource);
    const other = world.dataSource.createQueryRunner();
    await other.startTransaction();
    await other.query("SELECT pg_advisory_xact_lock(hashtext('ledger_seal'))");
    expect([await batch(), await world.count('ledger_sealed_entry')]).toEqual([false, 10]);
    await other.rollbackTransaction();
    await other.release();
    await waitUntilAllSealable(world.dataSource);
    expect([await world.seals.batch(3), await world.seals.batch(7)]).toEqual([true, true]);
    expect([await batch(), await world.count('ledger_sealed_entry')]).toEqual([false, 20]);
    expect(await world.seals.head()).toMatchObject({ seal: 5, entries: 20, sealedAt: expect.any(Date) });
  });

  it('are verified in several queries, and each can be the stored head', async () => {
    await changeAsSuperuser('TRUNCATE ledger_seal, ledger_sealed_entry');
    await sealAll(1);
    const heads = await world.dataSource.query<{ seal: number; hash: string }[]>(
      "SELECT number::int AS seal, encode(hash, 'hex') AS hash FROM ledger_seal ORDER BY number",
    );
    expect(heads).toHaveLength(10); // more than one query of the verification reads
    for (const head of heads) expect(await inconsistentRow(head)).toBeNull();
    let progressCalls = 0;
    await world.verify.run({ onProgress: () => (progressCalls += 1) });
    expect(progressCalls).toBeGreaterThanOrEqual(2 + 2); // a batch of entries of the rows and one of the seals, and two queries of seals
    for (const { seal, hash } of heads) {
      const wrongHead = { seal, hash: hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) };
      expect(await inconsistentRow(wrongHead)).toEqual({
        table: 'ledger_seal',
        id: String(seal),
        reason: `its hash is not that of the stored head: ${wrongHead.hash}`,
      });
    }
    expect(await inconsistentRow({ seal: 11, hash: '' })).toEqual({
      table: 'ledger_seal',
      id: '11',
      reason: 'it is the stored head, and it is missing',
    });
    await changeAsSuperuser('UPDATE ledger_seal SET entries = 3 WHERE number = 9');
    expect(await inconsistentRow()).toEqual({
      table: 'ledger_seal',
      id: '9',
      reason: 'its number of entries is 3, and the number of entries with this seal is 1',
    });
  });

  it('have no head before the first entry', async () => {
    const emptyWorld = await LedgerWorld.open();
    expect([await emptyWorld.seals.batch(), await emptyWorld.seals.head(), (await emptyWorld.verify.run()).firstInconsistentRow]).toEqual([
      false,
      null,
      null,
    ]);
    await emptyWorld.close();
  });
});
