import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { pendingEntry, LedgerWorld } from '../ledger/ledger-world.js';

const NO_PRIVILEGE = '42501';
const SALE = {
  transaction:
    "INSERT INTO direct_billing_transaction (id, service_id, status, amount_type, amount_minor, gross_minor, net_minor, partner_minor, tariffs, operator, phone_number, expires_at, created_at, updated_at) VALUES ($1, 'aaaaaaaa', $2, 'gross', 1000, 1000, 813, 500, '{}', 'orange', '48500600700', now(), now(), now())",
  charge:
    "INSERT INTO direct_billing_charge (reference, transaction_id, operator, phone_number, test, state, gross_minor, net_minor, partner_minor, sent_at, updated_at) VALUES (gen_random_uuid(), $1, 'orange', '48500600700', false, 'booked', 1000, 813, 500, now(), now())",
};

/** The attacker has the password of the application's role. Every role may create temporary tables, which is the default of PostgreSQL. */
describe('an attacker with the application’s role', () => {
  let world: LedgerWorld;
  let app: Client;
  let superuser: Client;
  let partnerId: string;
  let paidTransactionId: string;

  beforeAll(async () => {
    world = await LedgerWorld.open();
    app = await world.login('app');
    superuser = await world.login('superuser');
    await superuser.query(`GRANT TEMPORARY ON DATABASE ${app.database} TO PUBLIC`);
    partnerId = await world.partner();
    await world.post(pendingEntry(partnerId, 100));
    paidTransactionId = await insertPaidTransaction();
    await app.query("INSERT INTO sms_service (service_id, type, prefix, suffix) VALUES ('aaaaaaaa', 'ONE_TIME_CODE', 'TC', 'A')");
    await app.query(
      "INSERT INTO sms_inbound VALUES ('one', '48500600700', '7255', 'TC.A', now(), now(), false, 'matched', 'aaaaaaaa', 'Thanks')",
    );
    await app.query(
      `INSERT INTO sms_transaction (service_id, message_id, from_number, send_number, code, test, net_minor, gross_minor, partner_minor, sent_at, created_at)
       VALUES ('aaaaaaaa', 'one', '48500600700', 7255, 'ABC', false, 200, 246, 100, now(), now())`,
    );
  });
  afterEach(async () => {
    await app.query('ROLLBACK');
    await app.query('DISCARD ALL');
  });
  afterAll(() => world.close());

  async function insertPaidTransaction(): Promise<string> {
    const id = uuidv7();
    await app.query(
      `INSERT INTO service (id, partner_id, area, name, status, created_at, updated_at)
       VALUES ('aaaaaaaa', $1, 'directbilling', 'Points', 'service_active', now(), now())`,
      [partnerId],
    );
    await app.query("INSERT INTO direct_billing_service (service_id, suffix) VALUES ('aaaaaaaa', 'points')");
    await app.query(SALE.transaction, [id, 'transaction_db_confirmed']);
    await app.query(SALE.charge, [id]);
    await app.query("UPDATE direct_billing_transaction SET status = 'transaction_db_payed' WHERE id = $1", [id]);
    return id;
  }

  /** Posts a ledger entry whose postings sum up to 99, not to zero. */
  async function postUnbalancedEntry(): Promise<unknown> {
    const id = uuidv7();
    await app.query(
      "INSERT INTO public.ledger_account (kind, currency, test) VALUES ('platform:clearing:orange', 'PLN', false) ON CONFLICT DO NOTHING",
    );
    const { rows } = await app.query('SELECT kind, id FROM public.ledger_account WHERE partner_id IS NULL AND NOT test ORDER BY kind');
    await app.query(
      "INSERT INTO public.ledger_entry (id, kind, reference, occurred_at, test) VALUES ($1, 'stolen', 'stolen', now(), false)",
      [id],
    );
    await app.query(
      "INSERT INTO public.ledger_posting (entry_id, line, account_id, amount_minor, currency) VALUES ($1, 1, $2, 100, 'PLN'), ($1, 2, $3, -1, 'PLN')",
      [id, rows[0].id, rows[1].id],
    );
    return app.query('COMMIT');
  }

  describe('cannot bypass the rules of the ledger', () => {
    it.each([
      [
        'tables of the same names',
        'CREATE TEMP TABLE ledger_posting (LIKE public.ledger_posting); CREATE TEMP TABLE ledger_entry (LIKE public.ledger_entry)',
      ],
      [
        'functions of the same names',
        "CREATE FUNCTION pg_temp.sum_of(bigint, bigint) RETURNS bigint LANGUAGE sql AS 'SELECT 0::bigint'; CREATE AGGREGATE pg_temp.sum(bigint) (SFUNC = pg_temp.sum_of, STYPE = bigint, INITCOND = '0')",
      ],
      [
        'operators of the same names',
        "CREATE FUNCTION pg_temp.never(numeric, integer) RETURNS boolean LANGUAGE sql AS 'SELECT false'; CREATE OPERATOR pg_temp.<> (FUNCTION = pg_temp.never, LEFTARG = numeric, RIGHTARG = integer)",
      ],
    ])('with %s that are searched first', async (_, shadows) => {
      await app.query(`${shadows}; SET search_path = pg_temp, pg_catalog, public`);
      await app.query('BEGIN');
      await expect(postUnbalancedEntry()).rejects.toMatchObject({ constraint: 'ledger_entry_balanced' });
    });

    it('with its own table that has the ledger’s functions as triggers', async () => {
      await app.query('CREATE TEMP TABLE bait (LIKE public.ledger_posting)');
      for (const { name } of (
        await superuser.query(
          "SELECT oid::regproc AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prorettype = 'trigger'::regtype",
        )
      ).rows) {
        const creation = app.query(
          `CREATE TRIGGER bait AFTER INSERT ON bait REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
        );
        await expect(creation).rejects.toMatchObject({ code: NO_PRIVILEGE });
      }
    });

    it.each([
      'SET session_replication_role = replica',
      'ALTER TABLE ledger_posting DISABLE TRIGGER ALL',
      'ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_once',
      'DROP TRIGGER ledger_posting_moves_wallet ON ledger_posting',
      'CREATE TRIGGER mine BEFORE INSERT ON ledger_posting FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
      'CREATE RULE mine AS ON INSERT TO ledger_posting DO INSTEAD NOTHING',
      'CREATE SCHEMA mine',
      'SET ROLE gateway_owner',
      'CREATE CAST (text AS uuid) WITH INOUT AS IMPLICIT',
    ])('with %s', async (sql) => {
      await expect(app.query(sql)).rejects.toThrow(/permission denied|must be owner|does not exist/);
    });

    it('by creating objects in an existing schema', async () => {
      const { rows } = await superuser.query<{ name: string }>(
        "SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_' ORDER BY 1",
      );
      expect(rows.map(({ name }) => name)).toEqual(['bullmq', 'information_schema', 'public', 'sandbox']);
      for (const { name } of rows) {
        for (const sql of [
          `CREATE TABLE ${name}.mine ()`,
          `CREATE SEQUENCE ${name}.mine`,
          `CREATE FUNCTION ${name}.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
        ])
          await expect(app.query(sql)).rejects.toMatchObject({ code: NO_PRIVILEGE });
      }
    });
  });

  describe('cannot change recorded money', () => {
    it.each([
      'UPDATE wallet SET pending_minor = pending_minor + 1',
      "INSERT INTO wallet (partner_id, currency, test, available_minor) SELECT id, 'EUR', false, 1000 FROM partner",
      'DELETE FROM wallet',
      'TRUNCATE wallet',
      'UPDATE ledger_posting SET amount_minor = 1',
      'DELETE FROM ledger_entry',
      'TRUNCATE ledger_posting CASCADE',
      'DELETE FROM direct_billing_transaction',
      'DELETE FROM direct_billing_charge',
      'TRUNCATE direct_billing_transaction CASCADE',
      'UPDATE direct_billing_charge SET gross_minor = 1',
      'UPDATE direct_billing_transaction SET amount_minor = 1',
      'UPDATE sms_transaction SET gross_minor = 1000',
      'UPDATE sms_transaction SET test = true',
      'DELETE FROM sms_transaction',
      'DELETE FROM sms_inbound',
      'DELETE FROM state_history',
      'DELETE FROM migrations',
      "INSERT INTO migrations (timestamp, name) VALUES (1, 'Mine1')",
      "UPDATE migrations SET name = 'Mine1'",
      'UPDATE access_token SET partner_id = partner_id',
      "UPDATE direct_billing_charge SET phone_number = '48000000000'",
      'UPDATE direct_billing_transaction SET erased_at = now()',
      'UPDATE payment_transaction SET customer = NULL',
      'UPDATE payment_transaction SET erased_at = now()',
      "UPDATE sms_transaction SET from_number = '48000000000'",
      "UPDATE webhook_event SET body = '{}'",
      "UPDATE personal_data_erasure SET author = 'nobody'",
      'DELETE FROM personal_data_erasure',
      "SELECT erase_payer_names('{}', '{}', NULL, now())",
    ])('with %s', async (sql) => {
      await expect(app.query(sql)).rejects.toMatchObject({ code: NO_PRIVILEGE });
    });

    it('by changing the amount, phone number or operator of a paid transaction', async () => {
      for (const change of [
        'gross_minor = 900',
        'net_minor = 1',
        'partner_minor = 800',
        "operator = 'play'",
        "phone_number = '48500600701'",
        'phone_number = NULL',
        'test = true',
      ])
        await expect(app.query(`UPDATE direct_billing_transaction SET ${change} WHERE id = $1`, [paidTransactionId])).rejects.toMatchObject(
          {
            constraint: 'direct_billing_transaction_paid_immutable',
          },
        );
    });

    it('with an erasure: it only sets the phone number of ended transactions to null, which the attacker cannot replace afterwards', async () => {
      const selectBoth = `SELECT phone_number, status, gross_minor, erased_at IS NOT NULL AS erased FROM direct_billing_transaction WHERE id = ANY ($1) ORDER BY status`;
      const openTransactionId = uuidv7();
      await app.query(SALE.transaction, [openTransactionId, 'transaction_db_confirmed']);
      await app.query('BEGIN'); // rolled back after the test
      expect(
        (await app.query('SELECT erase_direct_billing($1, NULL, now()) AS erased', [[paidTransactionId, openTransactionId]])).rows,
      ).toEqual([{ erased: 1 }]);
      expect((await app.query(selectBoth, [[paidTransactionId, openTransactionId]])).rows).toEqual([
        { phone_number: '48500600700', status: 'transaction_db_confirmed', gross_minor: '1000', erased: false },
        { phone_number: null, status: 'transaction_db_payed', gross_minor: '1000', erased: true },
      ]);
      await expect(
        app.query("UPDATE direct_billing_transaction SET phone_number = '48500600701' WHERE id = $1", [paidTransactionId]),
      ).rejects.toMatchObject({
        code: '23514',
      });
    });

    it('by inserting a paid transaction without a charge', async () => {
      await expect(app.query(SALE.transaction, [uuidv7(), 'transaction_db_payed'])).rejects.toMatchObject({
        constraint: 'direct_billing_transaction_payed_by_charge',
      });
    });

    it('and neither can the owner of the tables by mistake', async () => {
      const owner = await world.login('owner');
      for (const sql of [
        'UPDATE wallet SET pending_minor = 5',
        'DELETE FROM wallet',
        "INSERT INTO wallet (partner_id, currency, test) SELECT id, 'EUR', false FROM partner",
      ])
        await expect(owner.query(sql)).rejects.toMatchObject({ code: '23001' });
      await expect(owner.query('UPDATE sms_transaction SET gross_minor = 1000')).rejects.toMatchObject({
        constraint: 'sms_transaction_immutable',
      });
      await expect(owner.query("UPDATE sms_transaction SET from_number = '48500600701'")).rejects.toMatchObject({
        constraint: 'sms_transaction_immutable',
      });
      for (const number of ["'48500600701'", "'48000000000', gross_minor = 1"])
        await expect(owner.query(`UPDATE direct_billing_charge SET phone_number = ${number}`)).rejects.toMatchObject({
          constraint: 'direct_billing_charge_immutable',
        });
      await expect(owner.query('UPDATE sms_transaction SET test = true')).rejects.toMatchObject({
        constraint: 'sms_transaction_immutable',
      });
      expect((await owner.query('UPDATE sms_transaction SET used_at = now()')).rowCount).toBe(1);
    });
  });

  it('can increase a wallet with a balanced ledger entry, which the ledger checks accept', async () => {
    await world.post(pendingEntry(partnerId, 7));
    expect(await world.wallets.readBalance(partnerId)).toMatchObject({ pendingMinor: 107 });
    expect((await world.verify.run()).firstInconsistentRow).toBeNull();
  });
});
