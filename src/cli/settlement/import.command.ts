import { stat } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { ImportFileService } from '../../platform/ledger/files/import-file.service.js';
import { SettlementFilesQuery } from '../../platform/ledger/files/settlement-files.query.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import { table } from '../output/table.js';
import { UserError } from '../user-error.js';
import { parseCurrency } from '../values/amounts.js';
import { parseName } from '../values/names.js';
import { parseParty } from '../values/identifiers.js';
import { type PeriodOptions, periodOf, periodOptions } from '../values/period.js';
import { DIFFERENCE_COLUMNS, differenceCells } from './difference.cells.js';

interface Options extends PeriodOptions {
  author: string;
  test: boolean;
  delimiter: string;
  decimal: '.' | ',';
  referenceColumn: string;
  amountColumn: string;
  currencyColumn?: string;
  currency: string;
}

const SHOWN = 20;
const PARTS = 1_000;

export function addSettlementImport(settlement: Command, runner: CommandRunner): void {
  const command = settlement
    .command('import')
    .description('compare a party’s settlement file with what was charged, line by line and both ways')
    .argument('<party>', 'operator, channel, or sms', parseParty)
    .argument('<file>', 'CSV in UTF-8 with a heading');
  for (const option of periodOptions()) command.addOption(option);
  command
    .addOption(new Option('--author <name>', 'who imports').argParser(parseName).makeOptionMandatory())
    .option('--test', 'test money', false)
    .addOption(new Option('--delimiter <character>', 'between columns').argParser(parseDelimiter).default(','))
    .addOption(new Option('--decimal <character>', 'in amounts').choices(['.', ',']).default('.'))
    .option('--reference-column <name>', 'what names the charge', 'reference')
    .option('--amount-column <name>', 'gross, with two decimals; below zero for what was taken back', 'amount')
    .option('--currency-column <name>', 'when amounts are in several currencies')
    .addOption(new Option('--currency <code>', 'of all amounts otherwise').argParser(parseCurrency).default('PLN'))
    .addHelpText(
      'after',
      '\nIt moves no money. A file with a line that cannot be read is refused as a whole. The same file again goes on where it',
    )
    .addHelpText(
      'after',
      'was stopped, or does nothing. References are those of charges (operators), ids of messages (sms), and the acquirer’s',
    )
    .addHelpText(
      'after',
      'name of an attempt or the gateway’s (channels); the gateway’s in any form. A wrong import is taken back: settlement undo.',
    )
    .addHelpText('after', examples('settlement import orange orange-2026-10.csv --month 2026-10 --delimiter ";" --decimal , --author Anna'))
    .action(
      runner.action(async (session, party: string, path: string, options: Options) => {
        const { from, to } = periodOf(options, session.environment.app.displayTimeZone);
        const { author, test, delimiter, decimal, referenceColumn, amountColumn, currencyColumn = null, currency } = options;
        const app = await session.application();
        await requireFile(path);
        const progress = session.startProgress('parts');
        const format = { delimiter, decimal, referenceColumn, amountColumn, currencyColumn, currency };
        try {
          const { id, repeated, lines } = await app.get(ImportFileService).run(
            { path, format, party, from, to, test, author },
            {
              onProgress(share) {
                progress.update(Math.round(share * PARTS), PARTS);
                session.throwIfInterrupted();
              },
            },
          );
          const files = app.get(SettlementFilesQuery);
          const counts = Object.fromEntries((await files.counts(id)).map(({ kind, differences }) => [kind, differences]));
          const first = (await files.differences(id, '0', SHOWN)).map(differenceCells);
          const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
          const said = `${lines} lines${repeated ? ', which were compared before' : ' compared'}: ${all === 0 ? 'no difference.' : `${all} differences.`}`;
          const rest = all > first.length ? `\nAll of them: ${CALL} settlement differences ${id} --csv` : '';
          return {
            json: { id, repeated, lines, differences: counts, first },
            text: all === 0 ? said : `${said}\n\n${table(first, DIFFERENCE_COLUMNS)}${rest}`,
          };
        } finally {
          progress.stop();
        }
      }),
    );
}

async function requireFile(path: string): Promise<void> {
  try {
    if ((await stat(path)).isFile()) return;
  } catch {
    // told below: whatever the reason, the file cannot be used
  }
  throw new UserError(`${path} is not a file that can be read.`);
}

function parseDelimiter(text: string): string {
  if (text === '\\t') return '\t';
  if (!/^[,;|\t]$/.test(text)) throw new InvalidArgumentError('It must be one of , ; | and \\t.');
  return text;
}
