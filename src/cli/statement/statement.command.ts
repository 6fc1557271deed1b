import { type Command, Option } from 'commander';
import { type StatementOptions, StatementQuery } from '../../platform/ledger/statement/statement.query.js';
import { StatementTotals } from '../../platform/ledger/statement/statement-totals.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { EXIT } from '../exit-codes.js';
import type { Answer, StreamedAnswer } from '../output/answer.js';
import { csv } from '../output/csv.js';
import { sections } from '../output/sections.js';
import { tableOrNothing } from '../output/table.js';
import { requirePartner } from '../partner/require-partner.js';
import { monthOf, parseMonth } from '../values/period.js';
import { parseUuid } from '../values/identifiers.js';
import { linesOf, STATEMENT_COLUMNS, type StatementLine, totalLine } from './statement.lines.js';

interface Options {
  month: string;
  partner?: string;
  csv?: true;
}

const TOTALS = ['test', 'currency', 'opening', 'debit', 'credit', 'closing'] as const;

export function addStatement(program: Command, runner: CommandRunner): void {
  program
    .command('statement')
    .description('a month of the ledger for the bookkeeper: opening, movements by kind, closing of each account')
    .addOption(new Option('--month <YYYY-MM>', 'which month').argParser(parseMonth).makeOptionMandatory())
    .addOption(new Option('--partner <id>', 'the accounts of one partner').argParser(parseUuid))
    .option('--csv', 'for a spreadsheet, with the accounts of each partner')
    .addHelpText(
      'after',
      '\nA month begins at midnight in DISPLAY_TIME_ZONE; what happened in it counts by the time of business. Balances are debit',
    )
    .addHelpText(
      'after',
      'above zero and credit below: what is owed to partners is below zero. Over all accounts opening and closing are zero',
    )
    .addHelpText('after', 'and debit equals credit, for each currency and for test money by itself; exit code 1 when they do not.')
    .addHelpText('after', examples('statement --month 2026-10', 'statement --month 2026-10 --csv'))
    .action(
      runner.action(async (session, { month, partner, csv: asCsv }: Options) => {
        const { from, to } = monthOf(month, session.environment.app.displayTimeZone);
        const app = await session.application();
        if (partner !== undefined) await requirePartner(app, partner);
        const perPartner = asCsv === true || partner !== undefined;
        const options = { from, to, perPartner, ...(partner !== undefined && { partnerId: partner }) };
        const statement = app.get(StatementQuery);
        return asCsv ? csvAnswer(statement, options) : listedAnswer(statement, options, month);
      }),
    );
}

const exitCodeOf = (totals: StatementTotals, { partnerId }: StatementOptions): number =>
  partnerId !== undefined || totals.agree ? EXIT.ok : EXIT.failed;

function csvAnswer(statement: StatementQuery, options: StatementOptions): StreamedAnswer {
  const totals = new StatementTotals();
  async function* chunks(): AsyncGenerator<string> {
    yield csv([STATEMENT_COLUMNS]);
    for await (const account of statement.run(options)) {
      totals.add(account);
      yield csv(linesOf(account).map((line) => STATEMENT_COLUMNS.map((column) => line[column])));
    }
    for (const each of totals.all) {
      const { test, currency, opening, debit, credit, closing } = totalLine(each);
      const of = [test, currency, 'all accounts', null, null];
      yield csv([
        [...of, 'opening', null, null, null, opening],
        [...of, 'movements', null, debit, credit, null],
        [...of, 'closing', null, null, null, closing],
      ]);
    }
  }
  return { chunks: chunks(), exitCode: () => exitCodeOf(totals, options) };
}

/** A line for each kind of account, however many partners there are. */
async function listedAnswer(statement: StatementQuery, options: StatementOptions, month: string): Promise<Answer> {
  const totals = new StatementTotals();
  const lines: StatementLine[] = [];
  for await (const account of statement.run(options)) {
    totals.add(account);
    lines.push(...linesOf(account));
  }
  const sums = totals.all.map(totalLine);
  const exitCode = exitCodeOf(totals, options);
  const agree = options.partnerId !== undefined ? null : totals.agree;
  const said = agree === false ? '\n\nThe sums do not agree: run "ledger verify".' : '';
  return {
    json: { month, agree, lines, totals: sums },
    text:
      sections([
        ['Accounts', tableOrNothing(lines, ['test', 'currency', 'account', 'line', 'postings', 'debit', 'credit', 'balance'])],
        ['All accounts', tableOrNothing(sums, TOTALS)],
      ]) + said,
    exitCode,
  };
}
