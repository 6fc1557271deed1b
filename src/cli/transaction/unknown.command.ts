import { type Command, Option } from 'commander';
import { BusinessClock } from '../../common/time/clocks.js';
import { formatAmount } from '../../common/money/amount.js';
import { SettlementFilesQuery } from '../../platform/ledger/files/settlement-files.query.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import { csv } from '../output/csv.js';
import { listAnswer } from '../output/list-answer.js';
import type { UnknownReport } from '../products/product.js';
import { PRODUCTS } from '../products/products.js';
import { type Moment, parseSince } from '../values/times.js';
import { parseRowLimit } from '../values/row-limit.js';
import { unknownThings } from './unknown-things.js';

const COLUMNS = ['at', 'party', 'kind', 'reference', 'outcome', 'amount', 'currency', 'told_by'] as const;

const NOTES = `
Reports that came in since, and lines of settlement files whose period ends after it (settlement import). Of each the latest word is
shown. Operators do not say in their reports how much it was: their files do.

booked, paid        the payer's money was taken and is in no account here. Give it back: "directbilling reverse-unknown", or a
                    refund at the acquirer; or keep it: enter it with "ledger adjust", from platform:clearing:<party>
accepted, pending   ask the party what became of it
in file             the party counts it as taken, or with an amount below zero as given back; look it up there, then as above
refused, failed, reversed, and the like: nothing is owed`;

interface Options {
  since: Moment;
  limit: number;
  csv?: true;
}

export function addTransactionUnknown(transaction: Command, runner: CommandRunner): void {
  transaction
    .command('unknown')
    .description('list what operators and acquirers know of and nothing here does, as after a return to an earlier moment, oldest first')
    .addOption(new Option('--since <when>', 'date, time, or how long ago').argParser(parseSince).makeOptionMandatory())
    .addOption(new Option('--limit <rows>', 'how many reports of each product and lines of files').argParser(parseRowLimit).default(1_000))
    .option('--csv', 'for a spreadsheet')
    .addHelpText('after', NOTES)
    .addHelpText('after', examples('transaction unknown --since 2026-11-21', 'transaction unknown --since 2d --csv'))
    .action(
      runner.action(async (session, { since: moment, limit, csv: asCsv }: Options) => {
        const app = await session.application();
        const since = moment(app.get(BusinessClock).now(), session.environment.app.displayTimeZone);
        const reports: UnknownReport[] = [];
        for (const { transactions } of PRODUCTS) {
          const rows = (await transactions.unknown?.(app, since, limit)) ?? [];
          const last = rows.length === limit ? rows.at(-1) : undefined;
          if (last) session.notify(`There may be more reports: ask again with --since ${last.at.toISOString()}`);
          reports.push(...rows);
        }
        const lines = await app.get(SettlementFilesQuery).missingHere(since, limit);
        if (lines.length === limit)
          session.notify(`There may be more lines of files: ${CALL} settlement differences <id> --csv has all of one.`);
        const rows = unknownThings(reports, lines).map(({ at, amountMinor, toldBy, ...thing }) => ({
          ...thing,
          at: session.timestamp(at),
          amount: amountMinor === null ? null : formatAmount(amountMinor),
          told_by: toldBy,
        }));
        if (asCsv) return { text: csv([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))]).trimEnd(), json: rows };
        return listAnswer(rows, COLUMNS, `Nothing unknown since ${session.timestamp(since)}.`);
      }),
    );
}
