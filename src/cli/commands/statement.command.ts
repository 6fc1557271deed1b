import { StatementTotals, type Totals } from '../../platform/ledger/statement/statement-totals.js';
import { type AccountStatement, type StatementOptions, StatementQuery } from '../../platform/ledger/statement/statement.query.js';
import type { CliCommand } from '../cli-command.js';
import type { CommandResult, StreamedResult } from '../output/result.js';
import { sections } from '../output/layout.js';
import { money, viewOf } from '../output/view.js';
import type { Session } from '../session.js';
import { EXIT } from '../user-error.js';
import { parseUuid } from '../values/identifiers.js';
import { monthOf, parseMonth } from '../values/period.js';
import { requirePartner } from '../values/require-existing.js';

interface Options {
  month: string;
  partner?: string;
  test: boolean;
  csv?: true;
}

const TOTAL = viewOf<Totals>()({
  test: 'test',
  currency: 'currency',
  opening: money('openingMinor'),
  debit: money('debitMinor'),
  credit: money('creditMinor'),
  closing: money('closingMinor'),
});

/** A line for tables and spreadsheets: opening, a kind of movement, or closing. A balance above zero is debit, below zero credit. */
interface StatementLine extends Pick<AccountStatement, 'test' | 'currency' | 'account' | 'partnerId' | 'partner'> {
  line: string;
  postings: number | null;
  debitMinor: number | null;
  creditMinor: number | null;
  balanceMinor: number | null;
}

const LINE = viewOf<StatementLine>()({
  test: 'test',
  currency: 'currency',
  account: 'account',
  partner_id: 'partnerId',
  partner: 'partner',
  line: 'line',
  postings: 'postings',
  debit: money('debitMinor'),
  credit: money('creditMinor'),
  balance: money('balanceMinor'),
});

export function addStatement(statement: CliCommand): void {
  statement
    .requiredOption('--month <YYYY-MM>', 'which month', parseMonth)
    .option('--partner <id>', 'the accounts of one partner', parseUuid)
    .option('--test', 'test money instead of real money', false)
    .option('--csv', 'for a spreadsheet, with the accounts of each partner')
    .notes(
      'A month begins at midnight in DISPLAY_TIME_ZONE. An entry belongs to the month of its event, by business time. Debit balances are',
      'above zero and credit balances below: money owed to partners is below zero. For each currency, opening and closing balances of',
      'all accounts sum to zero and debit equals credit, otherwise the exit code is 1. Test money has its own statement: --test.',
    )
    .examples('statement --month 2026-10', 'statement --month 2026-10 --csv', 'statement --month 2026-10 --test')
    .runs(async (session, { month, partner, test, csv: asCsv }: Options) => {
      const { from, to } = monthOf(month, session.environment.app.displayTimeZone);
      const app = await session.queries();
      if (partner !== undefined) await requirePartner(app, partner);
      const perPartner = asCsv === true || partner !== undefined;
      const options = { from, to, test, perPartner, ...(partner !== undefined && { partnerId: partner }) };
      const statement = app.get(StatementQuery);
      return asCsv ? csvResult(session, statement, options) : tableResult(session, statement, options, month);
    });
}

const exitCodeOf = (totals: StatementTotals, { partnerId }: StatementOptions): number =>
  partnerId !== undefined || totals.areBalanced ? EXIT.ok : EXIT.failed;

function csvResult(session: Session, statement: StatementQuery, options: StatementOptions): StreamedResult {
  const totals = new StatementTotals();
  async function* chunks(): AsyncGenerator<string> {
    yield LINE.csvHeading;
    for await (const account of statement.run(options)) {
      totals.add(account);
      yield LINE.csv(linesOf(account), session);
    }
    yield LINE.csv(totals.all.flatMap(linesOfTotals), session);
  }
  return { chunks: chunks(), exitCode: () => exitCodeOf(totals, options) };
}

async function tableResult(session: Session, statement: StatementQuery, options: StatementOptions, month: string): Promise<CommandResult> {
  const totals = new StatementTotals();
  const lines: StatementLine[] = [];
  for await (const account of statement.run(options)) {
    totals.add(account);
    lines.push(...linesOf(account));
  }
  const exitCode = exitCodeOf(totals, options);
  const agree = options.partnerId !== undefined ? null : totals.areBalanced;
  const warning = agree === false ? '\n\nThe sums do not agree: run "ledger verify".' : '';
  return {
    json: {
      month,
      agree,
      lines: lines.map((line) => LINE.json(line, session)),
      totals: totals.all.map((total) => TOTAL.json(total, session)),
    },
    text:
      sections([
        ['Accounts', LINE.without('partner_id', 'partner').table(lines, session)],
        ['All accounts', TOTAL.table(totals.all, session)],
      ]) + warning,
    exitCode,
  };
}

const NO_AMOUNTS = { postings: null, debitMinor: null, creditMinor: null, balanceMinor: null };

function linesOf({ openingMinor, movements, closingMinor, ...account }: AccountStatement): StatementLine[] {
  return [
    { ...account, ...NO_AMOUNTS, line: 'opening', balanceMinor: openingMinor },
    ...movements.map(({ kind, ...sums }) => ({ ...account, ...NO_AMOUNTS, ...sums, line: kind })),
    { ...account, ...NO_AMOUNTS, line: 'closing', balanceMinor: closingMinor },
  ];
}

function linesOfTotals({ test, currency, openingMinor, debitMinor, creditMinor, closingMinor }: Totals): StatementLine[] {
  const account = { test, currency, account: 'all accounts', partnerId: null, partner: null };
  return [
    { ...account, ...NO_AMOUNTS, line: 'opening', balanceMinor: openingMinor },
    { ...account, ...NO_AMOUNTS, line: 'movements', debitMinor, creditMinor },
    { ...account, ...NO_AMOUNTS, line: 'closing', balanceMinor: closingMinor },
  ];
}
