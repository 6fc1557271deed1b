import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { VerifyProgress } from '../../src/platform/ledger/verification/ledger-verification.js';
import { times } from '../support/times.js';
import { pendingEntry, LedgerWorld } from './ledger-world.js';

describe('verifying the ledger', () => {
  let world: LedgerWorld;
  let partnerId: string;

  beforeEach(async () => {
    world = await LedgerWorld.open();
    partnerId = await world.partner();
    for (const draft of times(10, (index) => pendingEntry(partnerId, 100 + index))) await world.post(draft);
  });
  afterEach(() => world.close());

  /** Corrupts a row with triggers disabled, as only a superuser can. */
  const corruptRow = async (sql: string): Promise<string> => {
    const superuser = await world.login('superuser');
    await superuser.query('SET session_replication_role = replica');
    const { rows } = await superuser.query<{ id: string }>(sql);
    return rows[0]?.id ?? '';
  };
  const FIFTH_ENTRY_ID = '(SELECT id FROM ledger_entry ORDER BY id OFFSET 4 LIMIT 1)';

  it('finds no inconsistent row in a consistent ledger, and reports its progress by batch', async () => {
    const progressCalls: VerifyProgress[] = [];
    const result = await world.verify.run({ batchSize: 4, onProgress: (progress) => progressCalls.push(progress) });
    expect(result).toEqual({ entries: 10, postings: 20, wallets: 1, firstInconsistentRow: null, suspense: [] });
    expect(progressCalls).toEqual([4, 8, 10].map((done) => ({ entriesDone: done, entriesTotal: 10, postingsDone: done * 2 })));
  });

  it('finds no inconsistent row in an empty ledger', async () => {
    const emptyWorld = await LedgerWorld.open();
    expect(await emptyWorld.verify.run()).toEqual({ entries: 0, postings: 0, wallets: 0, firstInconsistentRow: null, suspense: [] });
    await emptyWorld.close();
  });

  it.each([
    [
      'a changed amount',
      `UPDATE ledger_posting SET amount_minor = amount_minor + 1 WHERE entry_id = ${FIFTH_ENTRY_ID} AND line = 1 RETURNING entry_id AS id`,
      'ledger_entry',
      'sum to zero',
    ],
    [
      'a removed posting',
      `DELETE FROM ledger_posting WHERE entry_id = ${FIFTH_ENTRY_ID} AND line = 1 RETURNING entry_id AS id`,
      'ledger_entry',
      'fewer than two',
    ],
    [
      'an entry without postings',
      `DELETE FROM ledger_posting WHERE entry_id = ${FIFTH_ENTRY_ID} RETURNING entry_id AS id`,
      'ledger_entry',
      'fewer than two',
    ],
    ['postings without an entry', `DELETE FROM ledger_entry WHERE id = ${FIFTH_ENTRY_ID} RETURNING id`, 'ledger_entry', 'have no entry'],
    [
      'another currency',
      `UPDATE ledger_posting SET currency = 'EUR' WHERE entry_id = ${FIFTH_ENTRY_ID} RETURNING entry_id AS id`,
      'ledger_posting',
      'currency',
    ],
    [
      'test money among real money',
      `UPDATE ledger_entry SET test = true WHERE id = ${FIFTH_ENTRY_ID} RETURNING id`,
      'ledger_posting',
      'mixes test money with real money',
    ],
    [
      'an unknown account',
      `UPDATE ledger_posting SET account_id = 0 WHERE entry_id = ${FIFTH_ENTRY_ID} AND line = 2 RETURNING entry_id AS id`,
      'ledger_posting',
      'account',
    ],
    [
      'a changed wallet',
      `UPDATE wallet SET pending_minor = pending_minor + 1 RETURNING partner_id AS id`,
      'wallet',
      'pending part is 1046 PLN (minor units), its postings sum to 1045',
    ],
    ['a wallet without postings', `UPDATE wallet SET reserved_minor = 1 RETURNING partner_id AS id`, 'wallet', 'reserved part is 1 PLN'],
    ['a missing wallet', `DELETE FROM wallet RETURNING partner_id AS id`, 'wallet', 'pending part is 0 PLN'],
    [
      'a swapped sign',
      `UPDATE ledger_posting SET amount_minor = -amount_minor WHERE entry_id = ${FIFTH_ENTRY_ID} RETURNING (SELECT partner_id FROM wallet) AS id`,
      'wallet',
      'pending',
    ],
  ])('finds %s', async (_, sql, table, reason) => {
    const id = await corruptRow(sql);
    const { firstInconsistentRow } = await world.verify.run({ batchSize: 3 });
    expect(firstInconsistentRow).toEqual({ table, id, reason: expect.stringContaining(reason) });
  });

  it('finds a wallet below zero even when its postings have the same sum', async () => {
    await corruptRow('ALTER TABLE wallet DROP CONSTRAINT wallet_pending_not_negative');
    await world.post(pendingEntry(partnerId, -2000));
    const { firstInconsistentRow } = await world.verify.run();
    expect(firstInconsistentRow).toEqual({ table: 'wallet', id: partnerId, reason: expect.stringContaining('below zero') });
  });
});
