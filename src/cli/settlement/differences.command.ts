import { type Command, Option } from 'commander';
import { type FileDifference, SettlementFilesQuery } from '../../platform/ledger/files/settlement-files.query.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import { csv } from '../output/csv.js';
import { listAnswer } from '../output/list-answer.js';
import { UserError } from '../user-error.js';
import { parseRowLimit } from '../values/row-limit.js';
import { parseUuid } from '../values/identifiers.js';
import { DIFFERENCE_COLUMNS, differenceCells } from './difference.cells.js';

const AT_ONCE = 1_000;

export function addSettlementDifferences(settlement: Command, runner: CommandRunner): void {
  settlement
    .command('differences')
    .description('list how a settlement file differs from what was charged')
    .argument('<id>', 'of the file', parseUuid)
    .addOption(new Option('--limit <rows>', 'how many').argParser(parseRowLimit).default(100))
    .option('--csv', 'all of them, for a spreadsheet')
    .addHelpText('after', '\nmissing_here: nothing here has this reference; missing_there: charged here, not in the file; amount: another')
    .addHelpText(
      'after',
      'amount; twice: a line before is of the same charge. The difference is what the file has more, or less. What is missing here is no',
    )
    .addHelpText('after', 'reason to give money back: ask the party first, with "transaction unknown --ask".')
    .addHelpText('after', examples('settlement differences 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --csv'))
    .action(
      runner.action(async (session, id: string, { limit, csv: asCsv }: { limit: number; csv?: true }) => {
        const app = await session.application();
        const files = app.get(SettlementFilesQuery);
        if (!(await files.exists(id))) throw new UserError(`There is no settlement file ${id}. See them: ${CALL} settlement files`);
        if (asCsv) return { chunks: csvOf(files, id) };
        return listAnswer((await files.differences(id, '0', limit + 1)).map(differenceCells), DIFFERENCE_COLUMNS, 'No differences.', limit);
      }),
    );
}

async function* csvOf(files: SettlementFilesQuery, id: string): AsyncGenerator<string> {
  yield csv([DIFFERENCE_COLUMNS]);
  for (let after: string | undefined = '0'; after !== undefined;) {
    const rows: FileDifference[] = await files.differences(id, after, AT_ONCE);
    yield csv(rows.map((row) => Object.values(differenceCells(row))));
    after = rows.length === AT_ONCE ? rows.at(-1)?.id : undefined;
  }
}
