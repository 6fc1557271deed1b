import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { LedgerWorld } from './ledger-world.js';

/** These tests write with plain SQL, so only the rules of the database apply, not the checks of the program. */
describe('the database schema of the ledger', () => {
  let world: LedgerWorld;
  let app: Client;
  let clearing: string;
  let vat: string;
  let euroVat: string;

  beforeAll(async () => {
    world = await LedgerWorld.open();
    app = await world.login('app');
    const openAccount = async (kind: string, currency: string): Promise<string> => {
      const { rows } = await app.query<{ id: string }>(
        'INSERT INTO ledger_account (kind, currency, test) VALUES ($1, $2, false) RETURNING id',
        [kind, currency],
      );
      return rows[0]?.id ?? '';
    };
    [clearing, vat, euroVat] = [
      await openAccount('platform:clearing:orange', 'PLN'),
      await openAccount('platform:vat', 'PLN'),
      await openAccount('platform:vat', 'EUR'),
    ];
  });
  afterAll(() => world.close());
  beforeEach(() => app.query('ROLLBACK'));

  const insertEntry = async (client: Client = app): Promise<string> => {
    const id = uuidv7();
    await client.query(
      "INSERT INTO ledger_entry (id, kind, reference, occurred_at, test) VALUES ($1::uuid, 'test', ($1::uuid)::text, now(), false)",
      [id],
    );
    return id;
  };
  const insertPosting = (
    entryId: string,
    line: number,
    account: string,
    amount: number,
    currency = 'PLN',
    client: Client = app,
  ): Promise<unknown> =>
    client.query('INSERT INTO ledger_posting (entry_id, line, account_id, amount_minor, currency) VALUES ($1, $2, $3, $4, $5)', [
      entryId,
      line,
      account,
      amount,
      currency,
    ]);
  const insertBalancedEntry = async (client: Client = app): Promise<string> => {
    await client.query('BEGIN');
    const id = await insertEntry(client);
    await insertPosting(id, 1, clearing, 100, 'PLN', client);
    await insertPosting(id, 2, vat, -100, 'PLN', client);
    await client.query('COMMIT');
    return id;
  };

  it('accepts an entry that is written in several statements and sums to zero', async () => {
    const id = await insertBalancedEntry();
    expect((await app.query('SELECT FROM ledger_posting WHERE entry_id = $1', [id])).rowCount).toBe(2);
  });

  it('refuses an unbalanced entry at commit', async () => {
    await app.query('BEGIN');
    const id = await insertEntry();
    await insertPosting(id, 1, clearing, 100);
    await insertPosting(id, 2, vat, -99);
    await expect(app.query('COMMIT')).rejects.toMatchObject({ constraint: 'ledger_entry_balanced' });
    expect((await app.query('SELECT FROM ledger_entry WHERE id = $1', [id])).rowCount).toBe(0);
  });

  it('refuses an entry that balances only across currencies', async () => {
    await app.query('BEGIN');
    const id = await insertEntry();
    await insertPosting(id, 1, clearing, 100);
    await insertPosting(id, 2, euroVat, -100, 'EUR');
    await expect(app.query('COMMIT')).rejects.toMatchObject({ constraint: 'ledger_entry_balanced' });
  });

  it('refuses an entry with one posting or none', async () => {
    await app.query('BEGIN');
    await insertPosting(await insertEntry(), 1, clearing, 100);
    await expect(app.query('COMMIT')).rejects.toMatchObject({ constraint: 'ledger_entry_two_postings' });
    await expect(insertEntry()).rejects.toMatchObject({ constraint: 'ledger_entry_two_postings' });
  });

  it('refuses postings that are added after an early check of the entry', async () => {
    await app.query('BEGIN');
    const id = await insertEntry();
    await insertPosting(id, 1, clearing, 100);
    await insertPosting(id, 2, vat, -100);
    await app.query('SET CONSTRAINTS ALL IMMEDIATE');
    await expect(insertPosting(id, 3, vat, 5)).rejects.toMatchObject({ constraint: 'ledger_entry_balanced' });
  });

  it('refuses postings for an entry of another transaction, even when they balance', async () => {
    const id = await insertBalancedEntry();
    await expect(
      app.query(
        "INSERT INTO ledger_posting (entry_id, line, account_id, amount_minor, currency) VALUES ($1, 3, $2, 5, 'PLN'), ($1, 4, $3, -5, 'PLN')",
        [id, clearing, vat],
      ),
    ).rejects.toMatchObject({ constraint: 'ledger_posting_same_transaction' });
    await expect(insertPosting(uuidv7(), 1, clearing, 5)).rejects.toMatchObject({ constraint: 'ledger_posting_entry_id_fkey' });
  });

  it('replaces a later transaction id that an entry claims', async () => {
    await app.query('BEGIN');
    const id = uuidv7();
    await app.query(
      "INSERT INTO ledger_entry (id, kind, reference, occurred_at, test, created_xid) VALUES ($1::uuid, 'test', ($1::uuid)::text, now(), false, (pg_current_xact_id()::text::bigint + 1)::text::xid8)",
      [id],
    );
    const { rows } = await app.query('SELECT created_xid = pg_current_xact_id() AS own FROM ledger_entry WHERE id = $1', [id]);
    expect(rows[0]?.own).toBe(true);
  });

  it('treats savepoints as parts of the same transaction', async () => {
    await app.query('BEGIN');
    await app.query('SAVEPOINT a');
    const id = await insertEntry();
    await app.query('RELEASE SAVEPOINT a');
    await app.query('SAVEPOINT b');
    await insertPosting(id, 1, clearing, 100);
    await insertPosting(id, 2, vat, -100);
    await app.query('RELEASE SAVEPOINT b');
    await app.query('COMMIT');
    expect((await app.query('SELECT FROM ledger_posting WHERE entry_id = $1', [id])).rowCount).toBe(2);
  });

  it('refuses a posting of zero, in another currency than its account, or on an unknown account', async () => {
    for (const [account, amount, currency, constraint] of [
      [clearing, 0, 'PLN', 'ledger_posting_amount_not_zero'],
      [clearing, 100, 'EUR', 'ledger_posting_currency_of_account'],
      ['999999', 100, 'PLN', 'ledger_posting_currency_of_account'],
    ] as const) {
      await app.query('BEGIN');
      const id = await insertEntry();
      await expect(insertPosting(id, 1, account, amount, currency)).rejects.toMatchObject({ constraint });
      await app.query('ROLLBACK');
    }
  });

  it('refuses to mix test money with real money, in test entries and in real ones', async () => {
    const { rows } = await app.query<{ id: string }>(
      "INSERT INTO ledger_account (kind, currency, test) VALUES ('platform:clearing:orange', 'PLN', true), ('platform:vat', 'PLN', true) RETURNING id",
    );
    const [testClearing = '', testVat = ''] = rows.map(({ id }) => id);
    const postEntry = async (test: boolean, ...accounts: [string, string]): Promise<unknown> => {
      const id = uuidv7();
      await app.query('BEGIN');
      await app.query(
        "INSERT INTO ledger_entry (id, kind, reference, occurred_at, test) VALUES ($1::uuid, 'test', ($1::uuid)::text, now(), $2)",
        [id, test],
      );
      await insertPosting(id, 1, accounts[0], 100);
      await insertPosting(id, 2, accounts[1], -100);
      return app.query('COMMIT');
    };
    for (const [test, ...accounts] of [
      [false, testClearing, vat],
      [false, testClearing, testVat],
      [true, clearing, vat],
      [true, testClearing, vat],
    ] as const) {
      await expect(postEntry(test, ...accounts)).rejects.toMatchObject({ constraint: 'ledger_posting_test_of_entry' });
      await app.query('ROLLBACK');
    }
    await expect(postEntry(true, testClearing, testVat)).resolves.toMatchObject({ command: 'COMMIT' });
  });

  it('ignores temporary tables with the same names', async () => {
    const superuser = await world.login('superuser');
    await superuser.query(
      'CREATE TEMP TABLE ledger_posting (entry_id uuid, line int, account_id bigint, amount_minor bigint, currency text)',
    );
    await superuser.query('BEGIN');
    const id = await insertEntry(superuser);
    await insertPosting(id, 1, clearing, 100, 'PLN', superuser);
    await insertPosting(id, 2, vat, -100, 'PLN', superuser);
    await expect(superuser.query('COMMIT')).rejects.toMatchObject({ constraint: 'ledger_entry_two_postings' });
  });

  it('refuses accounts with an invalid kind, partner or currency, and duplicates', async () => {
    const partnerId = await world.partner();
    for (const [kind, partner, currency, constraint] of [
      ['Vat', null, 'PLN', 'ledger_account_kind_form'],
      ['platform:', null, 'PLN', 'ledger_account_kind_form'],
      ['platform:vat', partnerId, 'PLN', 'ledger_account_partner_named'],
      ['partner:pending', null, 'PLN', 'ledger_account_partner_named'],
      ['platform:vat', null, 'pln', 'ledger_account_currency_form'],
      ['platform:vat', null, 'PLN', 'ledger_account_platform_unique'],
    ] as const) {
      await expect(
        app.query('INSERT INTO ledger_account (kind, partner_id, currency, test) VALUES ($1, $2, $3, false)', [kind, partner, currency]),
      ).rejects.toMatchObject({ constraint });
    }
  });
});
