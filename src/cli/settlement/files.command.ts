import { type Command, Option } from 'commander';
import { SettlementFilesQuery } from '../../platform/ledger/files/settlement-files.query.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { listAnswer } from '../output/list-answer.js';
import { parseRowLimit } from '../values/row-limit.js';

const COLUMNS = ['created_at', 'id', 'name', 'party', 'from', 'to', 'state', 'lines', 'differences', 'test', 'author'] as const;

export function addSettlementFiles(settlement: Command, runner: CommandRunner): void {
  settlement
    .command('files')
    .description('list settlement files that were imported, newest first')
    .addOption(new Option('--limit <rows>', 'how many').argParser(parseRowLimit).default(100))
    .addHelpText('after', '\nA state other than done: it was stopped on its way; import the file again to go on.')
    .addHelpText('after', examples('settlement files', 'settlement files --limit 20 --json'))
    .action(
      runner.action(async (session, { limit }: { limit: number }) => {
        const app = await session.application();
        const rows = (await app.get(SettlementFilesQuery).list(limit + 1)).map(({ createdAt, from, to, ...row }) => ({
          ...row,
          created_at: session.timestamp(createdAt),
          from: session.timestamp(from),
          to: session.timestamp(to),
        }));
        return listAnswer(rows, COLUMNS, 'No settlement files.', limit);
      }),
    );
}
