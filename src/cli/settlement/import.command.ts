import { InvalidArgumentError } from 'commander';
import { ImportFileService } from '../../platform/ledger/files/import-file.service.js';
import { SettlementFilesQuery } from '../../platform/ledger/files/settlement-files.query.js';
import { CLI_COMMAND } from '../../runtime/cli-command.js';
import { changeCommand } from '../command.js';
import { argument, defaultOption, flag, option, requiredOption } from '../inputs.js';
import { parseCurrency } from '../values/amounts.js';
import { parseProvider } from '../values/identifiers.js';
import { parseName } from '../values/names.js';
import { periodOptions } from '../values/period.js';
import { requireFile } from '../values/require-existing.js';
import { DISCREPANCY } from './files.commands.js';

const MAX_LISTED = 20;
/** The progress bar counts thousandths of the file. */
const PROGRESS_STEPS = 1_000;

export const importFile = changeCommand({
  description: 'compare a provider’s settlement file with the ledger, line by line in both directions',
  takes: {
    provider: argument('<provider>', 'operator, channel, or sms', parseProvider),
    path: argument('<file>', 'CSV in UTF-8 with a heading'),
    period: periodOptions,
    author: requiredOption('--author <name>', 'who imports', parseName),
    test: flag('--test', 'test money', false),
    delimiter: defaultOption('--delimiter <character>', 'between columns', parseDelimiter, ','),
    decimal: defaultOption('--decimal <character>', 'in amounts', ['.', ','] as const, '.'),
    referenceColumn: defaultOption('--reference-column <name>', 'column with the reference of the charge', String, 'reference'),
    amountColumn: defaultOption(
      '--amount-column <name>',
      'column with the gross amount, two decimals; below zero for refunds, chargebacks and reversals',
      String,
      'amount',
    ),
    currencyColumn: option('--currency-column <name>', 'column with the currency, when amounts are in several'),
    currency: defaultOption('--currency <code>', 'of all amounts, without --currency-column', parseCurrency, 'PLN'),
  },
  notes: `It moves no money. A file with an unreadable line is rejected as a whole. Importing the same file again continues an
interrupted import, or does nothing. References are those of charges (operators), ids of messages (sms), and the acquirer’s
or the gateway’s reference of an attempt (channels), the gateway’s in any form. A wrong import can be undone: settlement undo.`,
  examples: ['settlement import orange orange-2026-10.csv --month 2026-10 --delimiter ";" --decimal , --author Anna'],
  opens: 'nothing',
  async run({ session }, { provider, path, period, author, test, currencyColumn = null, ...columns }) {
    const file = {
      path,
      provider,
      ...period(session.environment.app.displayTimeZone),
      test,
      author,
      format: { ...columns, currencyColumn },
    };
    const app = await session.application();
    await requireFile(path);
    const { id, repeated, lines } = await session.withProgress('parts', (report) =>
      app.get(ImportFileService).run(file, { onProgress: (share) => report(Math.round(share * PROGRESS_STEPS), PROGRESS_STEPS) }),
    );
    const files = app.get(SettlementFilesQuery);
    const counts = Object.fromEntries((await files.countByKind(id)).map(({ kind, discrepancies }) => [kind, discrepancies]));
    const first = await files.discrepancies(id, '0', MAX_LISTED);
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const text = `${lines} lines${repeated ? ', which were already compared' : ' compared'}: ${total === 0 ? 'no discrepancy.' : `${total} discrepancies.`}`;
    const rest = total > first.length ? `\nAll of them: ${CLI_COMMAND} settlement discrepancies ${id} --csv` : '';
    return {
      json: { id, repeated, lines, discrepancies: counts, first: first.map((discrepancy) => DISCREPANCY.json(discrepancy, session)) },
      text: total === 0 ? text : `${text}\n\n${DISCREPANCY.table(first, session)}${rest}`,
    };
  },
});

function parseDelimiter(text: string): string {
  if (text === '\\t') return '\t';
  if (!/^[,;|\t]$/.test(text)) throw new InvalidArgumentError('It must be one of , ; | and \\t.');
  return text;
}
