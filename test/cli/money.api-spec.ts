import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { runCli } from '../../src/cli/run-cli.js';
import { Ledger } from '../../src/platform/ledger/ledger.service.js';
import { type CliWorld, startCliWorld } from './cli-world.js';

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';
const AT = '2026-11-21T13:05:09+01:00';

let cli: CliWorld;
let database: DataSource;
let partner: string;
let service: string;
beforeAll(async () => {
  cli = await startCliWorld();
  database = await new DataSource({ type: 'postgres', url: cli.env['DATABASE_OWNER_URL'] ?? '' }).initialize();
  partner = (await cli.json('partner', 'create', 'Shop')).id;
  service = (await cli.json('service', 'create', '--partner', partner, '--area', 'directbilling', '--name', 'Points')).id;
});
afterAll(async () => {
  await database.destroy();
  await cli.drop();
});

/** Inserts a paid transaction of 10.00 with its charge, the operator's callback, its history and its ledger entry. */
async function insertPaidTransaction(): Promise<{ id: string; charge: string }> {
  const [id, charge] = [uuidv7(), uuidv7()];
  await database.query(
    `INSERT INTO direct_billing_transaction (id, service_id, status, amount_type, amount_minor, gross_minor, net_minor, partner_minor, tariffs, operator,
       phone_number, control, expires_at, created_at, updated_at)
     VALUES ($1, $2, 'transaction_db_confirmed', 'gross', 1000, 1000, 813, 569, $3, 'orange', '48500600700', 'order-1', $4, $4, $4)`,
    [id, service, { orange: { enabled: true, sharesBp: [3000, 3050, 0], maxGrossMinor: 10_000 } }, AT],
  );
  await database.query(
    `INSERT INTO direct_billing_charge (reference, transaction_id, operator, phone_number, test, state, gross_minor, net_minor, partner_minor, sent_at, updated_at)
     VALUES ($1, $2, 'orange', '48500600700', false, 'booked', 1000, 813, 569, $3, $3)`,
    [charge, id, AT],
  );
  await database.query("UPDATE direct_billing_transaction SET status = 'transaction_db_payed' WHERE id = $1", [id]);
  await database.query(
    `INSERT INTO direct_billing_callback (operator, callback_id, charge_reference, outcome, effect, received_at) VALUES ('orange', $1, $2, 'booked', 'applied', $3)`,
    [`report-${id}`, charge, AT],
  );
  await database.query(
    `INSERT INTO state_history (subject_type, subject_id, from_status, to_status, reason, at)
     VALUES ('direct_billing_transaction', $1, 'transaction_db_new', 'transaction_db_confirmed', 'operator_accepted', $2),
            ('direct_billing_transaction', $1, 'transaction_db_confirmed', 'transaction_db_payed', 'operator_booked', $2),
            ('direct_billing_charge', $3, 'accepted', 'booked', 'operator_booked', $2)`,
    [id, AT, charge],
  );
  await database.transaction((tx) =>
    new Ledger().post(tx, {
      kind: 'directbilling.payed',
      reference: id,
      test: false,
      occurredAt: new Date(AT),
      postings: [
        { account: 'platform:clearing:orange', currency: 'PLN', amountMinor: 1000 },
        { account: 'platform:vat', currency: 'PLN', amountMinor: -187 },
        { account: 'partner:pending', partnerId: partner, currency: 'PLN', amountMinor: -569 },
        { account: 'platform:commission', currency: 'PLN', amountMinor: -244 },
      ],
    }),
  );
  return { id, charge };
}

describe('transaction show', () => {
  it('prints everything about a transaction as JSON', async () => {
    const { id, charge } = await insertPaidTransaction();
    const view = await cli.json('transaction', 'show', id);
    const byNumber = await cli.json('transaction', 'show', id.slice(0, 8).toUpperCase()); // the short number that the payer sees
    expect(byNumber).toEqual(view);
    expect(view.transaction).toMatchObject({
      id,
      area: 'directbilling',
      service_id: service,
      status: 'transaction_db_payed',
      gross: '10.00',
      net: '8.13',
      partner_share: '5.69',
      currency: 'PLN',
      operator: 'orange',
      phone_number: '48500600700',
      control: 'order-1',
      description: null,
      created_at: AT,
      rates: { orange: { enabled: true, shares: ['30', '30.5', '0'], max_gross: '100.00' } },
    });
    expect(view.charges).toEqual([
      {
        reference: charge,
        operator: 'orange',
        phone_number: '48500600700',
        state: 'booked',
        gross: '10.00',
        net: '8.13',
        partner_share: '5.69',
        currency: 'PLN',
        test: false,
        sent_at: AT,
        next_poll_at: null,
        poll_count: 0,
        updated_at: AT,
        history: [{ at: AT, from: 'accepted', to: 'booked', reason: 'operator_booked' }],
      },
    ]);
    expect(view.callbacks).toEqual([
      { received_at: AT, operator: 'orange', callback_id: `report-${id}`, charge_reference: charge, outcome: 'booked', effect: 'applied' },
    ]);
    expect(view.history).toEqual([
      { at: AT, from: null, to: 'transaction_db_new', reason: 'created' },
      { at: AT, from: 'transaction_db_new', to: 'transaction_db_confirmed', reason: 'operator_accepted' },
      { at: AT, from: 'transaction_db_confirmed', to: 'transaction_db_payed', reason: 'operator_booked' },
    ]);
    expect(view.entries).toEqual([
      {
        id: expect.any(String),
        kind: 'directbilling.payed',
        reference: id,
        test: false,
        occurred_at: AT,
        postings: [
          { account: 'platform:clearing:orange', partner_id: null, amount: '10.00', currency: 'PLN' },
          { account: 'platform:vat', partner_id: null, amount: '-1.87', currency: 'PLN' },
          { account: 'partner:pending', partner_id: partner, amount: '-5.69', currency: 'PLN' },
          { account: 'platform:commission', partner_id: null, amount: '-2.44', currency: 'PLN' },
        ],
      },
    ]);
    await insertPaidTransaction();
    expect(await cli.json('transaction', 'show', id)).toEqual(view);
  });

  it('prints text under headings, with debit and credit', async () => {
    const { id } = await insertPaidTransaction();
    const { code, out } = await cli.run('transaction', 'show', id);
    expect(code).toBe(0);
    for (const heading of [
      'DirectBilling transaction',
      'Charges at operators',
      'History of the charges',
      'Callbacks of operators',
      'History',
      'Ledger postings',
      'Notifications',
    ]) {
      expect(out).toContain(`${heading}\n${'─'.repeat(heading.length)}\n`);
    }
    expect(out).toMatch(/Entry +Account +Debit +Credit +Currency +Test\n/);
    expect(out).toMatch(/directbilling\.payed +platform:vat +1\.87 +PLN +no\n/);
  });

  it('rejects an unknown id and an invalid one', async () => {
    expect(await cli.run('transaction', 'show', UNKNOWN_ID)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(`There is no transaction ${UNKNOWN_ID}.`),
    });
    expect(await cli.run('transaction', 'show', '42')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no transaction 42. See the received messages: npm run gateway -- sms inbound list'),
    });
    for (const invalid of ['4x', '0', '1.5', '12345678901234567890', 'order-1', 'K7Q2ZP0'])
      expect(await cli.run('transaction', 'show', invalid)).toMatchObject({
        code: 2,
        err: expect.stringContaining('It must be an id such as 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c or 42 or K7Q2ZP0D.'),
      });
  });
});

describe('directbilling late-bookings', () => {
  it('lists the money in suspense', async () => {
    expect((await cli.run('directbilling', 'late-bookings')).out).toBe('No late bookings.\n');
    const { id, charge } = await insertPaidTransaction();
    await database.query("UPDATE direct_billing_charge SET state = 'reversal_due', next_poll_at = now() WHERE reference = $1", [charge]);
    expect(await cli.json('directbilling', 'late-bookings')).toEqual([
      {
        at: AT,
        state: 'reversal_due',
        operator: 'orange',
        gross: '10.00',
        currency: 'PLN',
        test: false,
        transaction_id: id,
        service_id: service,
        charge_reference: charge,
      },
    ]);
    await database.query("UPDATE direct_billing_charge SET state = 'booked', next_poll_at = NULL WHERE reference = $1", [charge]);
  });

  it.each(['0', '1000001', 'all', '-1', '1.5'])('rejects the limit %s', async (limit) => {
    expect(await cli.run('directbilling', 'late-bookings', '--limit', limit)).toMatchObject({
      code: 2,
      err: expect.stringContaining('a whole number from 1 to 1000000'),
    });
  });
});

describe('directbilling conflicts', () => {
  it('lists charges for which the operator sent conflicting status updates', async () => {
    expect((await cli.run('directbilling', 'conflicts')).out).toBe('No charge has a conflict.\n');
    const { id, charge } = await insertPaidTransaction();
    const updateCharge = (assignments: string): Promise<unknown> =>
      database.query(`UPDATE direct_billing_charge SET ${assignments} WHERE reference = $1`, [charge]);
    await updateCharge(`conflict = 'refused_after_booking', conflict_at = '${AT}'`);
    expect(await cli.json('directbilling', 'conflicts')).toEqual([
      {
        at: AT,
        state: 'booked',
        conflict: 'refused_after_booking',
        operator: 'orange',
        gross: '10.00',
        currency: 'PLN',
        test: false,
        transaction_id: id,
        charge_reference: charge,
        next_poll_at: null,
      },
    ]);
    await updateCharge('conflict = NULL, conflict_at = NULL');
  });
});

describe('wallet show', () => {
  it('shows zeros for a new partner, and adds the partner’s share of a payment', async () => {
    const newPartner = (await cli.json('partner', 'create', 'New')).id;
    const empty = {
      partner_id: newPartner,
      partner: 'New',
      currency: 'PLN',
      pending: '0.00',
      available: '0.00',
      reserved: '0.00',
      owed: '0.00',
      test_pending: '0.00',
      test_available: '0.00',
      test_reserved: '0.00',
      test_owed: '0.00',
    };
    expect(await cli.json('wallet', 'show', newPartner)).toEqual(empty);
    const before = await cli.json('wallet', 'show', partner);
    await insertPaidTransaction();
    const after = await cli.json('wallet', 'show', partner);
    expect(Math.round(Number(after.pending) * 100) - Math.round(Number(before.pending) * 100)).toBe(569);
    expect(after.pending).toMatch(/^\d+\.\d\d$/);
  });

  it('rejects an unknown partner', async () => {
    expect(await cli.run('wallet', 'show', UNKNOWN_ID)).toMatchObject({ code: 1, err: expect.stringContaining('There is no partner') });
  });
});

describe('ledger verify', () => {
  it('confirms a sound ledger', async () => {
    await insertPaidTransaction();
    const { sound, entries, postings, wallets, broken } = await cli.json('ledger', 'verify');
    expect([sound, broken]).toEqual([true, null]);
    expect([entries > 0, postings, wallets]).toEqual([true, entries * 4, 1]);
    expect(await cli.run('ledger', 'verify')).toEqual({
      code: 0,
      out: expect.stringMatching(/^The ledger is consistent: \d+ entries/),
      err: '',
    });
  });

  it('shows a progress bar on a terminal, and only the result on standard output', async () => {
    const [stdout, stderr] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true })];
    expect(await runCli(['ledger', 'verify', '--json'], { stdout, stderr, env: cli.env })).toBe(0);
    expect(String(stderr.read())).toContain('100 % · ');
    expect(JSON.parse(String(stdout.read()))).toMatchObject({ sound: true });
  });

  it('ends with exit code 1 and names the first inconsistent row', async () => {
    const setPending = async (expression: string): Promise<void> => {
      await database.query('ALTER TABLE wallet DISABLE TRIGGER USER');
      await database.query(`UPDATE wallet SET pending_minor = ${expression} WHERE partner_id = $1 AND NOT test`, [partner]);
      await database.query('ALTER TABLE wallet ENABLE TRIGGER USER');
    };
    await setPending('pending_minor + 1');
    const { code, out } = await cli.run('ledger', 'verify');
    expect(code).toBe(1);
    expect(out).toContain(`The ledger is inconsistent. The first inconsistent row is in wallet, ${partner}: its pending part is`);
    const asJson = await cli.run('ledger', 'verify', '--json');
    expect([asJson.code, JSON.parse(asJson.out)]).toMatchObject([1, { sound: false, broken: { table: 'wallet', id: partner } }]);
    await setPending('pending_minor - 1');
  });

  describe('compares the entries with the charges, and names', () => {
    /** Runs `corrupt`, verifies the ledger, and runs `repair`. @returns the inconsistent row that the command names */
    const brokenRowAfter = async (corrupt: string, values: unknown[], repair: string): Promise<unknown> => {
      await database.query(corrupt, values);
      const { broken } = JSON.parse((await cli.run('ledger', 'verify', '--json')).out) as { broken: unknown };
      await database.query(repair, values);
      expect((await cli.run('ledger', 'verify')).code).toBe(0);
      return broken;
    };

    it('a charge that is booked without an entry', async () => {
      const { charge } = await insertPaidTransaction();
      const repair = "UPDATE direct_billing_charge SET state = 'booked', next_poll_at = NULL WHERE reference = $1";
      const corrupt = "UPDATE direct_billing_charge SET state = 'reversal_due', next_poll_at = now() WHERE reference = $1";
      expect(await brokenRowAfter(corrupt, [charge], repair)).toMatchObject({
        table: 'direct_billing_charge',
        reason: expect.stringContaining('directbilling.suspense'),
      });
    });

    it('an entry without a charge', async () => {
      const { id, charge } = await insertPaidTransaction();
      const repair = "UPDATE direct_billing_charge SET state = 'booked' WHERE reference = $1";
      const corrupt = "UPDATE direct_billing_charge SET state = 'refused' WHERE reference = $1";
      const [entry] = await database.query<{ id: string }[]>('SELECT id FROM ledger_entry WHERE reference = $1', [id]);
      expect(await brokenRowAfter(corrupt, [charge], repair)).toMatchObject({
        table: 'ledger_entry',
        id: entry?.id,
        reason: expect.stringContaining('no row of direct_billing_charge has caused it'),
      });
    });

    it.each([
      ['operator', "'play'", "'orange'"],
      ['gross price', '1001', '1000'],
      ['share', '570', '569'],
    ])('a charge with another %s than its entry', async (attribute, wrongValue, correctValue) => {
      const { id, charge } = await insertPaidTransaction();
      const column = { operator: 'operator', 'gross price': 'gross_minor', share: 'partner_minor' }[attribute];
      const setColumn = (value: string): string => `UPDATE direct_billing_charge SET ${column} = ${value} WHERE reference = $1`;
      const owner = await cli.connectAsSchemaOwner();
      await owner.query('ALTER TABLE direct_billing_charge DISABLE TRIGGER direct_billing_charge_immutable');
      expect(await brokenRowAfter(setColumn(wrongValue), [charge], setColumn(correctValue))).toEqual({
        table: 'direct_billing_charge',
        id,
        reason: expect.stringContaining('its postings of directbilling.payed do not match its row: '),
      });
      await owner.query('ALTER TABLE direct_billing_charge ENABLE TRIGGER direct_billing_charge_immutable');
      await owner.end();
    });

    it('postings in addition to those of the charge', async () => {
      const { id } = await insertPaidTransaction();
      const owner = await cli.connectAsSchemaOwner();
      await owner.query('ALTER TABLE ledger_posting DISABLE TRIGGER USER');
      await owner.query(
        `INSERT INTO ledger_posting (entry_id, line, account_id, amount_minor, currency)
         SELECT e.id, a.line, a.id, a.amount, 'PLN' FROM ledger_entry e CROSS JOIN (
           SELECT id, 101 AS line, 7 AS amount FROM ledger_account WHERE kind = 'platform:vat' AND NOT test
           UNION ALL SELECT id, 102, -7 FROM ledger_account WHERE kind = 'platform:commission' AND NOT test) AS a WHERE e.reference = $1`,
        [id],
      );
      const removeAddedPostings =
        'DELETE FROM ledger_posting WHERE line > 100 AND entry_id IN (SELECT id FROM ledger_entry WHERE reference = $1)';
      const { broken } = JSON.parse((await cli.run('ledger', 'verify', '--json')).out) as { broken: unknown };
      await owner.query(removeAddedPostings, [id]);
      await owner.query('ALTER TABLE ledger_posting ENABLE TRIGGER USER');
      await owner.end();
      expect(broken).toEqual({
        table: 'direct_billing_charge',
        id,
        reason: expect.stringContaining('its postings of directbilling.payed do not match its row: '),
      });
      expect((await cli.run('ledger', 'verify')).code).toBe(0);
    });
  });
});
