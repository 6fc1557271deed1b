import type { INestApplicationContext } from '@nestjs/common';
import type { CliCommand } from './cli-command.js';
import { listResult } from './output/result.js';
import type { View } from './output/view.js';
import { parseRowLimit } from './values/lists.js';

interface ListCommand<Row> {
  name: string;
  description: string;
  note?: string;
  view: View<Row, string>;
  rows: (app: INestApplicationContext, limit: number) => Promise<readonly Row[]>;
  /** Printed when there are no rows. */
  empty: string;
}

/** Adds a command that lists the rows of a query. Its only option is the number of rows. */
export function addListCommand<Row>(noun: CliCommand, { name, description, note, view, rows, empty }: ListCommand<Row>): void {
  const call = `${noun.name()} ${name}`;
  noun
    .command(name)
    .description(description)
    .option('--limit <rows>', 'how many', parseRowLimit, 100)
    .addHelpText('after', note === undefined ? '' : `\n${note}`)
    .examples(call, `${call} --limit 20 --json`)
    .runs(async (session, { limit }: { limit: number }) =>
      listResult(session, view, await rows(await session.application(), limit + 1), empty, limit),
    );
}
