import type { Command } from 'commander';
import { type KnownRate, KnownRatesQuery } from '../../../products/payments/currencies/known-rates.query.js';
import { type RefreshedTable, RefreshRatesService } from '../../../products/payments/currencies/refresh-rates.service.js';
import type { CommandRunner } from '../../command-runner.js';
import { examples } from '../../examples.js';
import { type Answer, listAnswer } from '../../output/answer.js';
import { viewOf } from '../../output/view.js';
import type { Session } from '../../session.js';
import { EXIT, UserError } from '../../user-error.js';

export function addRatesCommands(program: Command, runner: CommandRunner): void {
  const rates = program
    .command('rates')
    .description('exchange rates of the central bank')
    .addHelpText('after', examples('rates show', 'rates refresh'));
  rates
    .command('show')
    .description('list what each currency is worth in PLN, and since when')
    .addHelpText('after', examples('rates show', 'rates show --json'))
    .action(
      runner.action(async (session) => {
        const app = await session.application();
        return listAnswer(session, RATE, await app.get(KnownRatesQuery).all(), 'There are no rates.');
      }),
    );
  rates
    .command('refresh')
    .description('ask the central bank for its newest tables now')
    .option('--accept-jumps', 'also rates that are more than twice or less than half of the last ones')
    .addHelpText('after', '\nWorkers do it four times a day. A rate that an answer lacks or has wrong stays as it was.')
    .addHelpText('after', '\nExit code 1 when a table could not be read or a rate was refused.')
    .addHelpText('after', examples('rates refresh', 'rates refresh --accept-jumps'))
    .action(
      runner.action(async (session, { acceptJumps = false }: { acceptJumps?: boolean }) => {
        const refresh = await session.get(RefreshRatesService);
        if (!refresh.isPossible) throw new UserError('There is no source of exchange rates: set NBP_URL, such as https://api.nbp.pl.');
        return refreshedAnswer(session, await refresh.run({ acceptJumps }));
      }),
    );
}

const RATE = viewOf<KnownRate>()({ currency: 'currency', pln_rate: 'plnRate', table: 'number', effective_on: 'effectiveOn' });

const REFRESHED = viewOf<RefreshedTable>()({
  table: 'name',
  number: 'number',
  effective_on: 'effectiveOn',
  added: ({ added }) => added.length,
  refused: ({ refused }) => refused.map(({ currency, why }) => `${currency} (${why})`).join(', '),
  missing: ({ missing }) => missing.join(', '),
  problems: ({ problems }) => problems.join('; '),
});

function refreshedAnswer(session: Session, tables: readonly RefreshedTable[]): Answer {
  const isGood = tables.every(({ refused, problems }) => refused.length + problems.length === 0);
  return {
    json: tables.map((table) => REFRESHED.json(table, session)),
    text: REFRESHED.table(tables, session),
    ...(!isGood && { exitCode: EXIT.failed }),
  };
}
