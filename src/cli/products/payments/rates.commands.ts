import { RateQueries, type StoredRate } from '../../../products/payments/currencies/rate.queries.js';
import { type RefreshedTable, RefreshRatesService } from '../../../products/payments/currencies/refresh-rates.service.js';
import type { CliCommand } from '../../cli-command.js';
import { type CommandResult, listResult } from '../../output/result.js';
import { viewOf } from '../../output/view.js';
import type { Session } from '../../session.js';
import { EXIT, UserError } from '../../user-error.js';

export function addRatesCommands(rates: CliCommand): void {
  rates.examples('rates show', 'rates refresh');
  rates
    .command('show')
    .description('list the exchange rate of each currency to PLN, with its date')
    .examples('rates show', 'rates show --json')
    .withApplication(async ({ app, session }) => {
      return listResult(session, RATE, await app.get(RateQueries).allLatestRates(), 'There are no rates.');
    });
  rates
    .command('refresh')
    .changes()
    .description('fetch the newest tables of the central bank now')
    .option('--accept-jumps', 'also rates that are more than twice or less than half of the last ones')
    .notes('Workers do it four times a day. A rate that is missing or wrong in a response does not change.')
    .notes('Exit code 1 when a table could not be read or a rate was rejected.')
    .examples('rates refresh', 'rates refresh --accept-jumps')
    .runs(async (session, { acceptJumps = false }: { acceptJumps?: boolean }) => {
      const refresh = await session.get(RefreshRatesService);
      if (!refresh.isPossible) throw new UserError('There is no source of exchange rates: set NBP_URL, such as https://api.nbp.pl.');
      return refreshResult(session, await refresh.run({ acceptJumps }));
    });
}

const RATE = viewOf<StoredRate>()({ currency: 'currency', pln_rate: 'plnRate', table: 'number', effective_on: 'effectiveOn' });

const REFRESHED = viewOf<RefreshedTable>()({
  table: 'name',
  number: 'number',
  effective_on: 'effectiveOn',
  added: ({ added }) => added.length,
  refused: ({ refused }) => refused.map(({ currency, why }) => `${currency} (${why})`).join(', '),
  missing: ({ missing }) => missing.join(', '),
  problems: ({ problems }) => problems.join('; '),
});

function refreshResult(session: Session, tables: readonly RefreshedTable[]): CommandResult {
  const isComplete = tables.every(({ refused, problems }) => refused.length + problems.length === 0);
  return {
    json: tables.map((table) => REFRESHED.json(table, session)),
    text: REFRESHED.table(tables, session),
    ...(!isComplete && { exitCode: EXIT.failed }),
  };
}
