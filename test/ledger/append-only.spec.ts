import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import { earned, LedgerWorld } from './ledger-world.js';

const FORBIDDEN_CHANGE = '23001'; // restrict_violation, raised by the triggers
const NO_PRIVILEGE = '42501';

describe('what is in the ledger stays as it is', () => {
  let world: LedgerWorld;
  let app: Client;

  beforeAll(async () => {
    world = await LedgerWorld.open();
    app = await world.login('app');
    await world.post(earned(await world.partner(), 100));
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

  it.each(CHANGES)('refuses "%s", also from the owner of the tables and from the superuser', async (sql) => {
    for (const as of ['owner', 'superuser'] as const) {
      const client = await world.login(as);
      await expect(client.query(sql)).rejects.toMatchObject({ code: FORBIDDEN_CHANGE });
    }
  });

  it.each(CHANGES)('does not even let the application try "%s"', async (sql) => {
    await expect(app.query(sql)).rejects.toMatchObject({ code: NO_PRIVILEGE });
  });

  it('does not empty settlements alone either, whose batches are of them', async () => {
    const superuser = await world.login('superuser');
    await expect(superuser.query('TRUNCATE settlement')).rejects.toMatchObject({
      code: '0A000',
      detail: expect.stringContaining('settlement_batch'),
    });
  });

  it('does not let the application switch the rules off', async () => {
    for (const sql of [
      'ALTER TABLE ledger_posting DISABLE TRIGGER ALL',
      'SET session_replication_role = replica',
      'DROP TRIGGER ledger_posting_guard ON ledger_posting',
    ]) {
      await expect(app.query(sql)).rejects.toMatchObject({ code: NO_PRIVILEGE });
    }
  });
});
