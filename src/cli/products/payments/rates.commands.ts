import type { Command } from 'commander';
import { KnownRatesQuery } from '../../../products/payments/currencies/known-rates.query.js';
import { type RefreshedTable, RefreshRatesService } from '../../../products/payments/currencies/refresh-rates.service.js';
import type { CommandRunner } from '../../command-runner.js';
import { examples } from '../../examples.js';
import { EXIT } from '../../exit-codes.js';
import type { Answer } from '../../output/answer.js';
import { listAnswer } from '../../output/list-answer.js';
import { table } from '../../output/table.js';
import { UserError } from '../../user-error.js';

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
        const rows = (await app.get(KnownRatesQuery).all()).map(({ currency, plnRate, number, effectiveOn }) => ({
          currency,
          pln_rate: plnRate,
          table: number,
          effective_on: effectiveOn,
        }));
        return listAnswer(rows, ['currency', 'pln_rate', 'table', 'effective_on'], 'There are no rates.');
      }),
    );
  rates
    .command('refresh')
    .description('ask the central bank for its newest tables now')
    .option('--accept-jumps', 'also rates that are more than twice or less than half of the last ones')
    .addHelpText('after', '\nWorkers do it four times a day. What an answer lacks or has wrong stays what it was.')
    .addHelpText('after', '\nExit code 1 when a table could not be read or a rate was refused.')
    .addHelpText('after', examples('rates refresh', 'rates refresh --accept-jumps'))
    .action(
      runner.action(async (session, { acceptJumps = false }: { acceptJumps?: boolean }) => {
        const refresh = (await session.application()).get(RefreshRatesService);
        if (!refresh.isPossible) throw new UserError('Nobody is asked for exchange rates: set NBP_URL, such as https://api.nbp.pl.');
        return refreshedAnswer(await refresh.run({ acceptJumps }));
      }),
    );
}

function refreshedAnswer(tables: readonly RefreshedTable[]): Answer {
  const rows = tables.map(({ name, number, effectiveOn, added, refused, missing, problems }) => ({
    table: name,
    number,
    effective_on: effectiveOn,
    added: added.length,
    refused: refused.map(({ currency, why }) => `${currency} (${why})`).join(', '),
    missing: missing.join(', '),
    problems: problems.join('; '),
  }));
  const isGood = tables.every(({ refused, problems }) => refused.length + problems.length === 0);
  const columns = ['table', 'number', 'effective_on', 'added', 'refused', 'missing', 'problems'] as const;
  return { json: rows, text: table(rows, columns), ...(!isGood && { exitCode: EXIT.failed }) };
}
