import { type SettledTotals, SettleService } from '../../platform/ledger/settlement/settle.service.js';
import { SettlementQueries, type SettlementSummary } from '../../platform/ledger/settlement/settlement.queries.js';
import { changeCommand, listCommand, noun } from '../command.js';
import { argument, flag, requiredOption } from '../inputs.js';
import { money, viewOf } from '../output/view.js';
import { parseProvider, parseReference } from '../values/identifiers.js';
import { parseName } from '../values/names.js';
import { periodOptions } from '../values/period.js';
import { listDiscrepancies, listFiles, undoImport } from './files.commands.js';
import { importFile } from './import.command.js';

const SETTLE_EXAMPLE = 'settlement settle orange --month 2026-10 --reference ORA-2026-10 --author Anna';

const SUM = viewOf<SettledTotals>()({
  currency: 'currency',
  cleared: money('clearedMinor'),
  made_available: money('availableMinor'),
});

const settle = changeCommand({
  description: 'enter that a provider has paid for a period: clears its account and makes the partners’ earnings available',
  takes: {
    provider: argument('<provider>', 'operator, channel, or sms', parseProvider),
    period: periodOptions,
    reference: requiredOption('--reference <text>', 'of the provider’s settlement; each reference is settled once', parseReference),
    author: requiredOption('--author <name>', 'who settles', parseName),
    test: flag('--test', 'test money', false),
  },
  notes: `Works in batches while the gateway runs. After an interruption, repeat the same command to continue.
A transaction is settled once for each provider, also when periods overlap.`,
  examples: [SETTLE_EXAMPLE],
  opens: 'nothing',
  async run({ session }, { period, ...entered }) {
    const { from, to } = period(session.environment.app.displayTimeZone);
    const settlements = await session.get(SettleService);
    const hoursUntil = (until: Date): number => Math.round((until.getTime() - from.getTime()) / 3_600_000);
    const { id, repeated, sums } = await session.withProgress('hours', (report) =>
      settlements.run({ ...entered, from, to }, { onProgress: (until) => report(hoursUntil(until), hoursUntil(to)) }),
    );
    const { provider } = entered;
    const summary = repeated ? 'It was already settled. Nothing was changed.' : `Settled: ${provider}.`;
    return {
      json: { id, repeated, provider, sums: sums.map((sum) => SUM.json(sum, session)) },
      text: `${summary}\n\n${SUM.table(sums, session) || 'Nothing was owed.'}`,
    };
  },
});

const list = listCommand({
  description: 'list settlements, newest first',
  notes: 'open: it was interrupted. Repeat the same command to continue.',
  view: viewOf<SettlementSummary>()({
    created_at: 'createdAt',
    reference: 'reference',
    provider: 'provider',
    from: 'from',
    to: 'to',
    state: 'state',
    test: 'test',
    author: 'author',
  }),
  limit: 100,
  rows: ({ app }, _, limit) => app.get(SettlementQueries).list(limit),
  empty: 'No settlements.',
});

export const settlement = noun({
  examples: [SETTLE_EXAMPLE, 'settlement list'],
  commands: { settle, list, import: importFile, files: listFiles, discrepancies: listDiscrepancies, undo: undoImport },
});
