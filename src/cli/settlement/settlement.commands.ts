import { type SettleResult, SettleService } from '../../platform/ledger/settlement/settle.service.js';
import { SettlementQueries, type SettlementSummary } from '../../platform/ledger/settlement/settlement.queries.js';
import type { CliCommand } from '../cli-command.js';
import { addListCommand } from '../list-command.js';
import type { CommandResult } from '../output/result.js';
import { money, viewOf } from '../output/view.js';
import type { Session } from '../session.js';
import { parseProvider, parseReference } from '../values/identifiers.js';
import { parseName } from '../values/names.js';
import { periodOf, type PeriodOptions, periodOptions } from '../values/period.js';
import { addSettlementDiscrepancies, addSettlementFiles, addSettlementUndo } from './files.commands.js';
import { addSettlementImport } from './import.command.js';

export function addSettlementCommands(settlement: CliCommand): void {
  settlement.examples('settlement settle orange --month 2026-10 --reference ORA-2026-10 --author Anna', 'settlement list');
  addSettle(settlement);
  addListCommand(settlement, {
    name: 'list',
    description: 'list settlements, newest first',
    note: 'open: it was interrupted. Repeat the same command to continue.',
    view: SETTLEMENT,
    rows: (app, limit) => app.get(SettlementQueries).list(limit),
    empty: 'No settlements.',
  });
  addSettlementImport(settlement);
  addSettlementFiles(settlement);
  addSettlementDiscrepancies(settlement);
  addSettlementUndo(settlement);
}

interface SettleOptions extends PeriodOptions {
  reference: string;
  author: string;
  test: boolean;
}

function addSettle(settlement: CliCommand): void {
  const settle = settlement
    .command('settle')
    .changes({ own: ['author'] })
    .description('enter that a provider has paid for a period: clears its account and makes the partners’ earnings available')
    .argument('<provider>', 'operator, channel, or sms', parseProvider);
  for (const option of periodOptions()) settle.addOption(option);
  settle
    .requiredOption('--reference <text>', 'of the provider’s settlement; each reference is settled once', parseReference)
    .requiredOption('--author <name>', 'who settles', parseName)
    .option('--test', 'test money', false)
    .notes(
      'Works in batches while the gateway runs. After an interruption, repeat the same command to continue.',
      'A transaction is settled once for each provider, also when periods overlap.',
    )
    .examples('settlement settle orange --month 2026-10 --reference ORA-2026-10 --author Anna')
    .runs(async (session, provider: string, { reference, author, test, ...period }: SettleOptions) => {
      const { from, to } = periodOf(period, session.environment.app.displayTimeZone);
      const settlements = await session.get(SettleService);
      const hoursUntil = (until: Date): number => Math.round((until.getTime() - from.getTime()) / 3_600_000);
      const result = await session.withProgress('hours', (report) =>
        settlements.run(
          { reference, provider, from, to, test, author },
          { onProgress: (until) => report(hoursUntil(until), hoursUntil(to)) },
        ),
      );
      return settleResult(session, result, provider);
    });
}

const SUM = viewOf<SettleResult['sums'][number]>()({
  currency: 'currency',
  cleared: money('clearedMinor'),
  made_available: money('availableMinor'),
});

function settleResult(session: Session, { id, repeated, sums }: SettleResult, provider: string): CommandResult {
  const summary = repeated ? 'It was already settled. Nothing was changed.' : `Settled: ${provider}.`;
  return {
    json: { id, repeated, provider, sums: sums.map((sum) => SUM.json(sum, session)) },
    text: `${summary}\n\n${SUM.table(sums, session) || 'Nothing was owed.'}`,
  };
}

const SETTLEMENT = viewOf<SettlementSummary>()({
  created_at: 'createdAt',
  reference: 'reference',
  provider: 'provider',
  from: 'from',
  to: 'to',
  state: 'state',
  test: 'test',
  author: 'author',
});
