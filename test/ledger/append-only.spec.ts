import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import { pendingEntry, LedgerWorld } from './ledger-world.js';

const FORBIDDEN_CHANGE = '23001'; // restrict_violation, raised by the triggers
const NO_PRIVILEGE = '42501';

describe('the append-only tables of the ledger', () => {
  let world: LedgerWorld;
  let app: Client;

  beforeAll(async () => {
    world = await LedgerWorld.open();
    app = await world.login('app');
    await world.post(pendingEntry(await world.partner(), 100));
  });
  afterAll(() => world.close());

  const CHANGES = [
    'UPDATE ledger_posting SET amount_minor = amount_minor + 1',
    "UPDATE ledger_entry SET kind = 'other'",
    "UPDATE ledger_account SET currency = 'EUR'",
    'DELETE FROM ledger_posting',
    'DELETE FROM ledger_entry',
    'DELETE FROM ledger_account',
    'TRUNCATE ledger_posting',
    'TRUNCATE ledger_entry CASCADE',
    'TRUNCATE ledger_account CASCADE',
    'TRUNCATE ledger_proposal',
    'TRUNCATE settlement CASCADE',
    'TRUNCATE settlement, settlement_batch, settlement_line',
  ];

  it.each(CHANGES)('refuse "%s" from the owner of the tables and from a superuser', async (sql) => {
    for (const login of ['owner', 'superuser'] as const) {
      const client = await world.login(login);
      await expect(client.query(sql)).rejects.toMatchObject({ code: FORBIDDEN_CHANGE });
    }
  });

  it.each(CHANGES)('deny the application role the privilege for "%s"', async (sql) => {
    await expect(app.query(sql)).rejects.toMatchObject({ code: NO_PRIVILEGE });
  });

  it('refuse to empty settlement without its batches', async () => {
    const superuser = await world.login('superuser');
    await expect(superuser.query('TRUNCATE settlement')).rejects.toMatchObject({
      code: '0A000',
      detail: expect.stringContaining('settlement_batch'),
    });
  });

  it('deny the application role the privilege to disable the triggers', async () => {
    for (const sql of [
      'ALTER TABLE ledger_posting DISABLE TRIGGER ALL',
      'SET session_replication_role = replica',
      'DROP TRIGGER ledger_posting_guard ON ledger_posting',
    ]) {
      await expect(app.query(sql)).rejects.toMatchObject({ code: NO_PRIVILEGE });
    }
  });
});
