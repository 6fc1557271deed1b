import { type Command, Option } from 'commander';
import { SettlementListQuery } from '../../platform/ledger/settlement/settlement-list.query.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { listAnswer } from '../output/list-answer.js';
import { parseRowLimit } from '../values/row-limit.js';

const COLUMNS = ['created_at', 'reference', 'party', 'from', 'to', 'state', 'test', 'author'] as const;

export function addSettlementList(settlement: Command, runner: CommandRunner): void {
  settlement
    .command('list')
    .description('list settlements, newest first')
    .addOption(new Option('--limit <rows>', 'how many').argParser(parseRowLimit).default(100))
    .addHelpText('after', '\nopen: it was stopped on its way; give the same command again to go on.')
    .addHelpText('after', examples('settlement list', 'settlement list --limit 20 --json'))
    .action(
      runner.action(async (session, { limit }: { limit: number }) => {
        const app = await session.application();
        const rows = (await app.get(SettlementListQuery).run(limit + 1)).map((row) => ({
          created_at: session.timestamp(row.createdAt),
          reference: row.reference,
          party: row.party,
          from: session.timestamp(row.from),
          to: session.timestamp(row.to),
          state: row.state,
          test: row.test,
          author: row.author,
        }));
        return listAnswer(rows, COLUMNS, 'No settlements.', limit);
      }),
    );
}
