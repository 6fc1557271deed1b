import type { Command } from 'commander';
import { type PartnerLine, PartnerStatementQuery } from '../../platform/ledger/statement/partner-statement.query.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { type Answer, listAnswer, type StreamedAnswer } from '../output/answer.js';
import { money, viewOf } from '../output/view.js';
import type { Session } from '../session.js';
import { parseUuid } from '../values/identifiers.js';
import { monthOf, parseMonth } from '../values/period.js';
import { requirePartner } from '../values/require-existing.js';

interface Options {
  month: string;
  csv?: true;
}

const TRANSACTION = /^(?:sms:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/;

const MOVEMENT = viewOf<PartnerLine>()({
  test: 'test',
  currency: 'currency',
  account: 'account',
  occurred_at: 'occurredAt',
  line: 'line',
  transaction_id: ({ reference }) => TRANSACTION.exec(reference ?? '')?.[1] ?? null,
  reference: 'reference',
  amount: money('amountMinor'),
  balance: money('balanceMinor'),
});

/** All movements of a kind, or a balance. */
interface Sum extends Pick<PartnerLine, 'test' | 'currency' | 'account' | 'line'> {
  entries: number | null;
  amountMinor: number | null;
  balanceMinor: number | null;
}

const SUM = viewOf<Sum>()({
  test: 'test',
  currency: 'currency',
  account: 'account',
  line: 'line',
  entries: 'entries',
  amount: money('amountMinor'),
  balance: money('balanceMinor'),
});

const NOTES = `
Amounts are the partner's: above zero what it earned or is owed, below zero what was taken or it owes. A month begins at midnight in
DISPLAY_TIME_ZONE. Without --csv the movements are summed up by kind; with it each of them is a line with its transaction.`;

export function addPartnerStatement(partner: Command, runner: CommandRunner): void {
  const id = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';
  partner
    .command('statement')
    .description('a month of a partner’s accounts, to be sent to it: each sale, refund, settlement and payout')
    .argument('<id>', 'which partner', parseUuid)
    .requiredOption('--month <YYYY-MM>', 'which month', parseMonth)
    .option('--csv', 'for a spreadsheet, with each movement')
    .addHelpText('after', NOTES)
    .addHelpText('after', examples(`partner statement ${id} --month 2026-10`, `partner statement ${id} --month 2026-10 --csv`))
    .action(
      runner.action(async (session, partnerId: string, { month, csv: asCsv }: Options) => {
        const { from, to } = monthOf(month, session.environment.app.displayTimeZone);
        const app = await session.application();
        const { name } = await requirePartner(app, partnerId);
        const lines = app.get(PartnerStatementQuery).run(partnerId, from, to);
        return asCsv ? csvAnswer(lines, session) : summedUp(session, lines, `${name} has no accounts yet: nothing was sold.`);
      }),
    );
}

function csvAnswer(lines: AsyncGenerator<PartnerLine>, session: Session): StreamedAnswer {
  async function* chunks(): AsyncGenerator<string> {
    yield MOVEMENT.csvHeading;
    for await (const line of lines) yield MOVEMENT.csv([line], session);
  }
  return { chunks: chunks() };
}

/** A line for each kind of movement. */
async function summedUp(session: Session, lines: AsyncGenerator<PartnerLine>, nothing: string): Promise<Answer> {
  const sums = new Map<string, Sum>();
  for await (const { test, currency, account, line, amountMinor, balanceMinor } of lines) {
    const key = [test, currency, account, line].join(' ');
    const of = { test, currency, account, line };
    if (amountMinor === null) sums.set(key, { ...of, entries: null, amountMinor, balanceMinor });
    else {
      const before = sums.get(key);
      const moved = { entries: (before?.entries ?? 0) + 1, amountMinor: (before?.amountMinor ?? 0) + amountMinor };
      sums.set(key, { ...of, ...moved, balanceMinor: null });
    }
  }
  return listAnswer(session, SUM, [...sums.values()], nothing);
}
