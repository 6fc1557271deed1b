import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import type { CommandRunner } from './command-runner.js';
import { examples } from './examples.js';
import { listAnswer } from './output/answer.js';
import type { View } from './output/view.js';
import { parseRowLimit } from './values/lists.js';

interface List<Row> {
  name: string;
  description: string;
  note?: string;
  view: View<Row, string>;
  rows: (app: INestApplicationContext, limit: number) => Promise<readonly Row[]>;
  /** Printed when there are no rows. */
  empty: string;
}

/** A command that lists the rows of a query, and takes nothing but their number. */
export function addList<Row>(noun: Command, runner: CommandRunner, { name, description, note, view, rows, empty }: List<Row>): void {
  const call = `${noun.name()} ${name}`;
  noun
    .command(name)
    .description(description)
    .option('--limit <rows>', 'how many', parseRowLimit, 100)
    .addHelpText('after', note === undefined ? '' : `\n${note}`)
    .addHelpText('after', examples(call, `${call} --limit 20 --json`))
    .action(
      runner.action(async (session, { limit }: { limit: number }) =>
        listAnswer(session, view, await rows(await session.application(), limit + 1), empty, limit),
      ),
    );
}
