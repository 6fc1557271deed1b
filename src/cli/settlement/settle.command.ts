import { type Command, Option } from 'commander';
import { formatAmount } from '../../common/money/amount.js';
import { type SettleResult, SettleService } from '../../platform/ledger/settlement/settle.service.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import type { Answer } from '../output/answer.js';
import { tableOrNothing } from '../output/table.js';
import { parseName } from '../values/names.js';
import { parseParty, parseReference } from '../values/identifiers.js';
import { type PeriodOptions, periodOf, periodOptions } from '../values/period.js';

interface Options extends PeriodOptions {
  reference: string;
  author: string;
  test: boolean;
}

export function addSettle(settlement: Command, runner: CommandRunner): void {
  const settle = settlement
    .command('settle')
    .description('a party has paid for a period: clear its account, and make what partners earned through it available')
    .argument('<party>', 'operator, channel, or sms', parseParty);
  for (const option of periodOptions()) settle.addOption(option);
  settle
    .addOption(
      new Option('--reference <text>', 'of the party’s settlement; the same is settled once')
        .argParser(parseReference)
        .makeOptionMandatory(),
    )
    .addOption(new Option('--author <name>', 'who settles').argParser(parseName).makeOptionMandatory())
    .option('--test', 'test money', false)
    .addHelpText('after', '\nGoes in batches beside a working gateway. Interrupted, it goes on when the same command is given again.')
    .addHelpText('after', 'A sale is settled once for each party, also when periods overlap.')
    .addHelpText('after', examples('settlement settle orange --month 2026-10 --reference ORA-2026-10 --author Anna'))
    .action(
      runner.action(async (session, party: string, { reference, author, test, ...given }: Options) => {
        const { from, to } = periodOf(given, session.environment.app.displayTimeZone);
        const app = await session.application();
        const progress = session.startProgress('hours');
        const hours = (until: Date): number => Math.round((until.getTime() - from.getTime()) / 3_600_000);
        try {
          const result = await app.get(SettleService).run(
            { reference, party, from, to, test, author },
            {
              onProgress(until) {
                progress.update(hours(until), hours(to));
                session.throwIfInterrupted();
              },
            },
          );
          return answerOf(result, party);
        } finally {
          progress.stop();
        }
      }),
    );
}

function answerOf({ id, repeated, sums }: SettleResult, party: string): Answer {
  const rows = sums.map(({ currency, clearedMinor, availableMinor }) => ({
    currency,
    cleared: formatAmount(clearedMinor),
    made_available: formatAmount(availableMinor),
  }));
  const said = repeated ? 'It was settled before. Nothing was done now.' : `Settled: ${party}.`;
  const lines = tableOrNothing(rows, ['currency', 'cleared', 'made_available']);
  return { json: { id, repeated, party, sums: rows }, text: [said, lines || 'Nothing was owed.'].join('\n\n') };
}
