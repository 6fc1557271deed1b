import { type PartnerLine, PartnerStatementQuery } from '../../platform/ledger/statement/partner-statement.query.js';
import { partnerStatementCsv } from '../../platform/ledger/statement/partner-statement-csv.js';
import { command } from '../command.js';
import { argument, flag, requiredOption } from '../inputs.js';
import { listResult } from '../output/result.js';
import { money, viewOf } from '../output/view.js';
import { parseUuid } from '../values/identifiers.js';
import { monthOf, parseMonth } from '../values/period.js';
import { requirePartner } from '../values/require-existing.js';

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

const EXAMPLE = 'partner statement 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --month 2026-10';

export const partnerStatement = command({
  description: 'a month of a partner’s accounts, to be sent to it: each sale, refund, settlement and payout',
  takes: {
    id: argument('<id>', 'which partner', parseUuid),
    month: requiredOption('--month <YYYY-MM>', 'which month', parseMonth),
    asCsv: flag('--csv', 'for a spreadsheet, with each movement'),
  },
  notes: `Amounts are from the partner's view: above zero what the partner earned or is owed, below zero what it lost or owes. A month begins at
midnight in DISPLAY_TIME_ZONE. Without --csv the movements are summed up by kind. With it each movement is a line with its transaction.`,
  examples: [EXAMPLE, `${EXAMPLE} --csv`],
  opens: 'queries',
  async run({ app, session }, { id, month, asCsv }) {
    const zone = session.environment.app.displayTimeZone;
    const { from, to } = monthOf(month, zone);
    const { name } = await requirePartner(app, id);
    const lines = app.get(PartnerStatementQuery).run(id, from, to);
    if (asCsv) return { chunks: partnerStatementCsv(lines, zone) };
    return listResult(session, SUM, await sumsOf(lines), `${name} has no accounts yet: nothing was sold.`);
  },
});

async function sumsOf(lines: AsyncIterable<PartnerLine>): Promise<MovementSum[]> {
  const sums = new Map<string, MovementSum>();
  for await (const { test, currency, account, line, amountMinor, balanceMinor } of lines) {
    const key = [test, currency, account, line].join(' ');
    const sum = sums.get(key) ?? { test, currency, account, line, entries: 0, amountMinor: 0, balanceMinor: null };
    // A line without an amount is an opening or closing balance.
    if (amountMinor === null) sums.set(key, { ...sum, entries: null, amountMinor, balanceMinor });
    else sums.set(key, { ...sum, entries: (sum.entries ?? 0) + 1, amountMinor: (sum.amountMinor ?? 0) + amountMinor });
  }
  return [...sums.values()];
}
