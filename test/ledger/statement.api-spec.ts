import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountStatement, type StatementOptions, StatementQuery } from '../../src/platform/ledger/statement/statement.query.js';
import { StatementTotals } from '../../src/platform/ledger/statement/statement-totals.js';
import { runCommandWith } from '../cli/cli-world.js';
import { testServerInfo } from '../support/test-server-info.js';
import { times } from '../support/times.js';
import { LedgerWorld, entryOfSale } from './ledger-world.js';

/** October 2026 in Warsaw. It begins two hours earlier than in UTC, and ends one hour earlier. */
const OCTOBER = { from: new Date('2026-09-30T22:00:00Z'), to: new Date('2026-10-31T23:00:00Z') };
const soldAt = (iso: string): { occurredAt: Date } => ({ occurredAt: new Date(iso) });

let world: LedgerWorld;
let partner: string;
let other: string;
beforeAll(async () => {
  world = await LedgerWorld.open();
  [partner, other] = [await world.partner('=Shop()'), await world.partner('Other')];
  await world.post(entryOfSale(partner, soldAt('2026-09-30T21:59:59.999Z')));
  await world.post(entryOfSale(partner, soldAt('2026-09-30T22:00:00Z')));
  await world.post(entryOfSale(other, soldAt('2026-10-31T22:59:59.999Z')));
  await world.post(entryOfSale(other, soldAt('2026-10-31T23:00:00Z')));
  await world.post(entryOfSale(other, { ...soldAt('2026-10-10T12:00:00Z'), test: true }));
  world.now = new Date('2026-10-20T12:00:00Z');
  const september = { from: new Date('2026-09-01T00:00:00Z'), to: OCTOBER.from };
  await world.settle.run({ reference: 'S', provider: 'orange', test: false, author: 'Anna', ...september });
});
afterAll(() => world.close());

const accountStatements = async (options: Partial<StatementOptions> = {}): Promise<AccountStatement[]> => {
  const statements: AccountStatement[] = [];
  for await (const account of new StatementQuery(world.dataSource).run({ ...OCTOBER, perPartner: true, ...options }))
    statements.push(account);
  return statements;
};

describe('a statement of a month', () => {
  it('has the opening balance, movements by kind, and closing balance of each account', async () => {
    const rows = (await accountStatements()).map(({ account, partnerId, test, openingMinor, movements, closingMinor }) => [
      test ? 'test' : 'real',
      account,
      partnerId,
      openingMinor,
      movements.map(({ kind, postings, debitMinor, creditMinor }) => [kind, postings, debitMinor, creditMinor]),
      closingMinor,
    ]);
    expect(rows).toEqual([
      ['real', 'partner:available', partner, 0, [['settlement.settled', 1, 0, 250]], -250],
      [
        'real',
        'partner:pending',
        partner,
        -250,
        [
          ['sale', 1, 0, 250],
          ['settlement.settled', 1, 250, 0],
        ].sort(),
        -250,
      ],
      ['real', 'partner:pending', other, 0, [['sale', 1, 0, 250]], -250],
      [
        'real',
        'platform:clearing:orange',
        null,
        615,
        [
          ['sale', 2, 1230, 0],
          ['settlement.settled', 1, 0, 615],
        ],
        1230,
      ],
      ['real', 'platform:commission', null, -250, [['sale', 2, 0, 500]], -750],
      ['real', 'platform:liquidity', null, 0, [['settlement.settled', 1, 615, 0]], 615],
      ['real', 'platform:vat', null, -115, [['sale', 2, 0, 230]], -345],
      ['test', 'partner:pending', other, 0, [['sale', 1, 0, 250]], -250],
      ['test', 'platform:clearing:orange', null, 0, [['sale', 1, 615, 0]], 615],
      ['test', 'platform:commission', null, 0, [['sale', 1, 0, 250]], -250],
      ['test', 'platform:vat', null, 0, [['sale', 1, 0, 115]], -115],
    ]);
  });

  it('balances for real and for test money: opening and closing are zero, and debit equals credit', async () => {
    const totals = new StatementTotals();
    for (const account of await accountStatements()) totals.add(account);
    expect(totals.areBalanced).toBe(true);
    expect(totals.all).toEqual([
      { currency: 'PLN', test: false, openingMinor: 0, debitMinor: 2095, creditMinor: 2095, closingMinor: 0 },
      { currency: 'PLN', test: true, openingMinor: 0, debitMinor: 615, creditMinor: 615, closingMinor: 0 },
    ]);
  });

  it.each([
    ['opening', { openingMinor: 1 }],
    ['closing', { closingMinor: 1 }],
    ['movements', { movements: [{ kind: 'sale', postings: 1, debitMinor: 1, creditMinor: 0 }] }],
  ])('does not balance when only %s changes', async (_, change) => {
    const totals = new StatementTotals();
    const [account] = await accountStatements();
    const empty = { ...(account as AccountStatement), openingMinor: 0, closingMinor: 0, movements: [] };
    totals.add({ ...empty, ...change });
    expect(totals.areBalanced).toBe(false);
  });

  it('of one partner has only the accounts of that partner', async () => {
    expect((await accountStatements({ partnerId: other })).map(({ account, partnerId, test }) => [account, partnerId, test])).toEqual([
      ['partner:pending', other, false],
      ['partner:pending', other, true],
    ]);
  });

  it('of a partner without entries is empty', async () => {
    expect(await accountStatements({ partnerId: await world.partner('Idle') })).toEqual([]);
  });

  it('keeps the currencies of a partner’s account apart', async () => {
    const partnerId = await world.partner('Twofold');
    for (const [currency, amountMinor] of [
      ['EUR', 7],
      ['PLN', 9],
    ] as const) {
      const postings = [
        { account: 'partner:pending' as const, partnerId: partnerId, currency, amountMinor: -amountMinor },
        { account: 'platform:vat' as const, currency, amountMinor },
      ];
      await world.post({
        kind: 'sale',
        reference: `${currency} of Twofold`,
        test: false,
        occurredAt: new Date('2026-12-01T00:00:00Z'),
        postings,
      });
    }
    const december = { from: new Date('2026-12-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z'), partnerId: partnerId };
    expect(await accountStatements(december)).toMatchObject([
      { account: 'partner:pending', currency: 'EUR', closingMinor: -7 },
      { account: 'partner:pending', currency: 'PLN', closingMinor: -9 },
    ]);
  });

  it('has one line for all partners unless a line for each is requested', async () => {
    const pending = (await accountStatements({ perPartner: false })).filter(({ account, test }) => account === 'partner:pending' && !test);
    expect(pending).toMatchObject([{ partnerId: null, partner: null, openingMinor: -250, closingMinor: -500 }]);
  });

  it('can have more accounts than one fetch returns', async () => {
    const crowdedWorld = await LedgerWorld.open();
    const partners = await Promise.all(times(600, () => crowdedWorld.partner('Crowd')));
    await crowdedWorld.dataSource.transaction((tx) =>
      crowdedWorld.ledger.postAll(
        tx,
        partners.flatMap((partnerId) => [
          entryOfSale(partnerId, soldAt('2026-10-01T00:00:00Z')),
          entryOfSale(partnerId, soldAt('2026-09-01T00:00:00Z')),
        ]),
      ),
    );
    let count = 0;
    for await (const account of new StatementQuery(crowdedWorld.dataSource).run({ ...OCTOBER, perPartner: true })) {
      count += 1;
      expect(account.closingMinor).toBe(2 * account.openingMinor);
    }
    expect(count).toBe(603);
    await crowdedWorld.close();
  });
});

describe('the command statement', () => {
  const run = (...argv: string[]) => runCommandWith({ ...world.env, DISPLAY_TIME_ZONE: 'Europe/Warsaw' }, ['statement', ...argv]);

  it('prints CSV in which no name is a formula', async () => {
    const { code, out } = await run('--month', '2026-10', '--csv');
    const lines = out.split('\r\n');
    expect([code, lines[0]]).toEqual([0, 'test,currency,account,partner_id,partner,line,postings,debit,credit,balance']);
    expect(lines).toContain(`false,PLN,partner:pending,${partner},'=Shop(),opening,,,,-2.50`);
    expect(lines).toContain('false,PLN,platform:clearing:orange,,,sale,2,12.30,0.00,');
    expect(lines).toContain('false,PLN,all accounts,,,movements,,20.95,20.95,');
    expect(lines).toContain('false,PLN,all accounts,,,closing,,,,0.00');
  });

  it('covers real money, or only test money with --test', async () => {
    const testFlags = async (...argv: string[]) =>
      new Set(JSON.parse((await run('--month', '2026-10', '--json', ...argv)).out).lines.map(({ test }: { test: boolean }) => test));
    expect([await testFlags(), await testFlags('--test')]).toEqual([new Set([false]), new Set([true])]);
    const { code, out } = await run('--month', '2026-10', '--csv', '--test');
    expect([code, out]).toEqual([0, expect.stringContaining('true,PLN,platform:clearing:orange,,,sale,1,6.15,0.00,')]);
    expect(out).not.toContain('false,');
  });

  it('prints a table, or JSON with --json', async () => {
    const { code, out } = await run('--month', '2026-10');
    expect([code, out]).toEqual([0, expect.stringContaining('platform:liquidity        closing')]);
    const json = JSON.parse((await run('--month', '2026-10', '--partner', partner, '--json')).out);
    expect(json).toMatchObject({ month: '2026-10', agree: null });
    expect(json.lines.map(({ account, line }: { account: string; line: string }) => `${account} ${line}`)).toContain(
      'partner:available settlement.settled',
    );
    expect(JSON.parse((await run('--month', '2026-10', '--json')).out)).toMatchObject({ agree: true });
  });

  it('exits with 1 when the sums do not balance', async () => {
    const superuser = await world.login('superuser');
    await superuser.query('SET session_replication_role = replica'); // switches triggers off
    const change = (by: number) =>
      superuser.query(
        `UPDATE ledger_posting SET amount_minor = amount_minor + ${by} WHERE (entry_id, line) IN (SELECT entry_id, line FROM ledger_posting ORDER BY entry_id, line LIMIT 1)`,
      );
    await change(1);
    for (const formatOptions of [['--csv'], ['--json'], []]) expect((await run('--month', '2026-10', ...formatOptions)).code).toBe(1);
    expect((await run('--month', '2026-10', '--partner', partner)).code).toBe(0);
    await change(-1);
    expect((await run('--month', '2026-10')).code).toBe(0);
  });

  it('rejects an invalid month and an unknown partner', async () => {
    expect(await run('--month', '2026-1')).toMatchObject({ code: 2, err: expect.stringContaining('It must be a month such as 2026-10') });
    expect(await run()).toMatchObject({ code: 2 });
    expect((await run('--month', '2026-10', '--partner', testServerInfo().prefix)).code).toBe(2);
    expect((await run('--month', '2026-10', '--partner', '00000000-0000-7000-8000-000000000000')).err).toContain('There is no partner');
  });
});

describe('a partner’s statement', () => {
  const run = (...argv: string[]) =>
    runCommandWith({ ...world.env, DISPLAY_TIME_ZONE: 'Europe/Warsaw' }, ['partner', 'statement', partner, '--month', '2026-10', ...argv]);

  it('has each movement of the month between opening and closing balance', async () => {
    const { code, out } = await run('--csv');
    const [heading, ...lines] = out.trimEnd().split('\r\n');
    expect([code, heading]).toEqual([0, 'test,currency,account,occurred_at,line,transaction_id,reference,amount,balance']);
    const cells = lines.map((line) => line.split(','));
    expect(cells.map(([, , account, , line, , , amount, balance]) => [account, line, amount, balance])).toEqual([
      ['partner:available', 'opening', '', '0.00'],
      ['partner:available', 'settlement.settled', '2.50', '2.50'],
      ['partner:available', 'closing', '', '2.50'],
      ['partner:pending', 'opening', '', '2.50'],
      ['partner:pending', 'sale', '2.50', '5.00'],
      ['partner:pending', 'settlement.settled', '-2.50', '2.50'],
      ['partner:pending', 'closing', '', '2.50'],
    ]);
    expect(cells[4]?.[3]).toBe('2026-10-01T00:00:00+02:00');
  });

  it('has the closing balances of the statement of all accounts', async () => {
    const closing = (await accountStatements({ partnerId: partner })).map(({ account, closingMinor }) => [account, -closingMinor]);
    const lines = (await run('--csv')).out.split('\r\n').map((line) => line.split(','));
    expect(lines.filter(([, , , , line]) => line === 'closing').map((cells) => [cells[2], Math.round(Number(cells[8]) * 100)])).toEqual(
      closing,
    );
  });

  it('sums up the movements in the table and in JSON', async () => {
    expect(JSON.parse((await run('--json')).out)).toContainEqual({
      test: false,
      currency: 'PLN',
      account: 'partner:pending',
      line: 'settlement.settled',
      entries: 1,
      amount: '-2.50',
      balance: null,
    });
    expect((await run()).out).toMatch(/partner:pending +closing +– +– +2\.50/);
  });

  it('of a partner without sales says that there are no accounts', async () => {
    const idle = await world.partner('Idle');
    expect((await runCommandWith(world.env, ['partner', 'statement', idle, '--month', '2026-10'])).out).toContain(
      'Idle has no accounts yet',
    );
  });
});
