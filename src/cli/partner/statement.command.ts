import { type Command, Option } from 'commander';
import { formatAmount } from '../../common/money/amount.js';
import { type PartnerLine, PartnerStatementQuery } from '../../platform/ledger/statement/partner-statement.query.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import type { Answer, StreamedAnswer } from '../output/answer.js';
import type { Cell } from '../output/cell.js';
import { csv } from '../output/csv.js';
import { listAnswer } from '../output/list-answer.js';
import type { Session } from '../session.js';
import { monthOf, parseMonth } from '../values/period.js';
import { parseUuid } from '../values/identifiers.js';
import { requirePartner } from './require-partner.js';

interface Options {
  month: string;
  csv?: true;
}

const COLUMNS = ['test', 'currency', 'account', 'occurred_at', 'line', 'transaction_id', 'reference', 'amount', 'balance'] as const;
const SUMMARY = ['test', 'currency', 'account', 'line', 'entries', 'amount', 'balance'] as const;
const TRANSACTION = /^(?:sms:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/;

const NOTES = `
Amounts are the partner's: above zero what it earned or is owed, below zero what was taken or it owes. A month begins at midnight in
DISPLAY_TIME_ZONE. Without --csv the movements are summed up by kind; with it each of them is a line with its transaction.`;

export function addPartnerStatement(partner: Command, runner: CommandRunner): void {
  const id = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';
  partner
    .command('statement')
    .description('a month of a partner’s accounts, to be sent to it: each sale, refund, settlement and payout')
    .argument('<id>', 'which partner', parseUuid)
    .addOption(new Option('--month <YYYY-MM>', 'which month').argParser(parseMonth).makeOptionMandatory())
    .option('--csv', 'for a spreadsheet, with each movement')
    .addHelpText('after', NOTES)
    .addHelpText('after', examples(`partner statement ${id} --month 2026-10`, `partner statement ${id} --month 2026-10 --csv`))
    .action(
      runner.action(async (session, partnerId: string, { month, csv: asCsv }: Options) => {
        const { from, to } = monthOf(month, session.environment.app.displayTimeZone);
        const app = await session.application();
        const { name } = await requirePartner(app, partnerId);
        const lines = app.get(PartnerStatementQuery).run(partnerId, from, to);
        return asCsv ? csvAnswer(lines, session) : summedUp(lines, `${name} has no accounts yet: nothing was sold.`);
      }),
    );
}

function csvAnswer(lines: AsyncGenerator<PartnerLine>, session: Session): StreamedAnswer {
  async function* chunks(): AsyncGenerator<string> {
    yield csv([COLUMNS]);
    for await (const line of lines) yield csv([cellsOf(line, session)]);
  }
  return { chunks: chunks() };
}

function cellsOf(
  { test, currency, account, occurredAt, line, reference, amountMinor, balanceMinor }: PartnerLine,
  session: Session,
): Cell[] {
  const transaction = reference === null ? null : (TRANSACTION.exec(reference)?.[1] ?? null);
  const amount = amountMinor === null ? null : formatAmount(amountMinor);
  return [test, currency, account, session.timestamp(occurredAt), line, transaction, reference, amount, formatAmount(balanceMinor)];
}

/** A line for each kind of movement, however many there were. */
async function summedUp(lines: AsyncGenerator<PartnerLine>, nothing: string): Promise<Answer> {
  const sums = new Map<string, { of: PartnerLine; entries: number; amountMinor: number }>();
  for await (const of of lines) {
    const key = [of.test, of.currency, of.account, of.line].join(' ');
    const sum = sums.get(key) ?? { of, entries: 0, amountMinor: 0 };
    sums.set(key, { of, entries: sum.entries + 1, amountMinor: sum.amountMinor + (of.amountMinor ?? 0) });
  }
  const rows = [...sums.values()].map(
    ({ of: { test, currency, account, line, balanceMinor, amountMinor: moved }, entries, amountMinor }) => {
      const stands = moved === null;
      return {
        test,
        currency,
        account,
        line,
        entries: stands ? null : entries,
        amount: stands ? null : formatAmount(amountMinor),
        balance: stands ? formatAmount(balanceMinor) : null,
      };
    },
  );
  return listAnswer(rows, SUMMARY, nothing);
}
