import { type PartnerLine, PartnerStatementQuery } from '../../platform/ledger/statement/partner-statement.query.js';
import { partnerStatementCsv } from '../../platform/ledger/statement/partner-statement-csv.js';
import type { CliCommand } from '../cli-command.js';
import { type CommandResult, listResult } from '../output/result.js';
import { money, viewOf } from '../output/view.js';
import type { Session } from '../session.js';
import { parseUuid } from '../values/identifiers.js';
import { monthOf, parseMonth } from '../values/period.js';
import { requirePartner } from '../values/require-existing.js';

interface Options {
  month: string;
  csv?: true;
}

/** The sum of all movements of a kind, without a balance, or an opening or closing balance, without entries and amount. */
interface MovementSum extends Pick<PartnerLine, 'test' | 'currency' | 'account' | 'line'> {
  entries: number | null;
  amountMinor: number | null;
  balanceMinor: number | null;
}

const SUM = viewOf<MovementSum>()({
  test: 'test',
  currency: 'currency',
  account: 'account',
  line: 'line',
  entries: 'entries',
  amount: money('amountMinor'),
  balance: money('balanceMinor'),
});

const NOTES = `
Amounts are from the partner's view: above zero what the partner earned or is owed, below zero what it lost or owes. A month begins at
midnight in DISPLAY_TIME_ZONE. Without --csv the movements are summed up by kind. With it each movement is a line with its transaction.`;

export function addPartnerStatement(partner: CliCommand): void {
  const id = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';
  partner
    .command('statement')
    .description('a month of a partner’s accounts, to be sent to it: each sale, refund, settlement and payout')
    .argument('<id>', 'which partner', parseUuid)
    .requiredOption('--month <YYYY-MM>', 'which month', parseMonth)
    .option('--csv', 'for a spreadsheet, with each movement')
    .addHelpText('after', NOTES)
    .examples(`partner statement ${id} --month 2026-10`, `partner statement ${id} --month 2026-10 --csv`)
    .runs(async (session, partnerId: string, { month, csv: asCsv }: Options) => {
      const { from, to } = monthOf(month, session.environment.app.displayTimeZone);
      const app = await session.queries();
      const { name } = await requirePartner(app, partnerId);
      const lines = app.get(PartnerStatementQuery).run(partnerId, from, to);
      if (asCsv) return { chunks: partnerStatementCsv(lines, session.environment.app.displayTimeZone) };
      return sumsResult(session, lines, `${name} has no accounts yet: nothing was sold.`);
    });
}

async function sumsResult(session: Session, lines: AsyncGenerator<PartnerLine>, emptyText: string): Promise<CommandResult> {
  const sums = new Map<string, MovementSum>();
  for await (const { test, currency, account, line, amountMinor, balanceMinor } of lines) {
    const key = [test, currency, account, line].join(' ');
    const group = { test, currency, account, line };
    // A line without an amount is an opening or closing balance.
    if (amountMinor === null) sums.set(key, { ...group, entries: null, amountMinor, balanceMinor });
    else {
      const previous = sums.get(key);
      const sum = { entries: (previous?.entries ?? 0) + 1, amountMinor: (previous?.amountMinor ?? 0) + amountMinor };
      sums.set(key, { ...group, ...sum, balanceMinor: null });
    }
  }
  return listResult(session, SUM, [...sums.values()], emptyText);
}
