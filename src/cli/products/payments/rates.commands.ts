import { RateQueries, type StoredRate } from '../../../products/payments/exchange-rates/rate.queries.js';
import { type RefreshedTable, RefreshRatesService } from '../../../products/payments/exchange-rates/refresh-rates.service.js';
import { changeCommand, listCommand, noun } from '../../command.js';
import { flag } from '../../inputs.js';
import { listResult } from '../../output/result.js';
import { viewOf } from '../../output/view.js';
import { EXIT, UserError } from '../../user-error.js';

const show = listCommand({
  description: 'list the exchange rate of each currency to PLN, with its date',
  view: viewOf<StoredRate>()({ currency: 'currency', pln_rate: 'plnRate', table: 'number', effective_on: 'effectiveOn' }),
  rows: ({ app }) => app.get(RateQueries).allLatestRates(),
  empty: 'There are no rates.',
});

const REFRESHED = viewOf<RefreshedTable>()({
  table: 'name',
  number: 'number',
  effective_on: 'effectiveOn',
  added: ({ added }) => added.length,
  refused: ({ refused }) => refused.map(({ currency, why }) => `${currency} (${why})`).join(', '),
  missing: ({ missing }) => missing.join(', '),
  problems: ({ problems }) => problems.join('; '),
});

const refresh = changeCommand({
  description: 'fetch the newest tables of the central bank now',
  takes: { acceptJumps: flag('--accept-jumps', 'also rates that are more than twice or less than half of the last ones') },
  notes: `Workers do it four times a day. A rate that is missing or wrong in a response does not change.

Exit code 1 when a table could not be read or a rate was rejected.`,
  examples: ['rates refresh', 'rates refresh --accept-jumps'],
  async run({ app, session }, { acceptJumps = false }) {
    const service = app.get(RefreshRatesService);
    if (!service.isPossible) throw new UserError('There is no source of exchange rates: set NBP_URL, such as https://api.nbp.pl.');
    const tables = await service.run({ acceptJumps });
    const isComplete = tables.every(({ refused, problems }) => refused.length + problems.length === 0);
    return { ...listResult(session, REFRESHED, tables, ''), ...(!isComplete && { exitCode: EXIT.failed }) };
  },
});

export const rates = noun({ examples: ['rates show', 'rates refresh'], commands: { show, refresh } });
