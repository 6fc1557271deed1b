import { StatementTotals, type Totals } from '../../platform/ledger/statement/statement-totals.js';
import { type AccountStatement, StatementQuery } from '../../platform/ledger/statement/statement.query.js';
import { command } from '../command.js';
import { flag, option, requiredOption } from '../inputs.js';
import { sections } from '../output/layout.js';
import { money, viewOf } from '../output/view.js';
import { EXIT } from '../user-error.js';
import { parseUuid } from '../values/identifiers.js';
import { monthOf, parseMonth } from '../values/period.js';
import { requirePartner } from '../values/require-existing.js';

const TOTAL = viewOf<Totals>()({
  test: 'test',
  currency: 'currency',
  opening: money('openingMinor'),
  debit: money('debitMinor'),
  credit: money('creditMinor'),
  closing: money('closingMinor'),
});

/** A line for tables and spreadsheets. A balance above zero is debit, below zero credit. */
interface StatementLine extends Pick<AccountStatement, 'test' | 'currency' | 'account' | 'partnerId' | 'partner'> {
  /** `opening`, a kind of movement, or `closing`. */
  kind: string;
  postings: number | null;
  debitMinor: number | null;
  creditMinor: number | null;
  balanceMinor: number | null;
}

const LINE = viewOf<StatementLine>()({
  test: 'test',
  currency: 'currency',
  account: 'account',
  partner_id: 'partnerId',
  partner: 'partner',
  line: 'kind',
  postings: 'postings',
  debit: money('debitMinor'),
  credit: money('creditMinor'),
  balance: money('balanceMinor'),
});

export const statementCommand = command({
  takes: {
    month: requiredOption('--month <YYYY-MM>', 'which month', parseMonth),
    partnerId: option('--partner <id>', 'the accounts of one partner', parseUuid),
    test: flag('--test', 'test money instead of real money', false),
    asCsv: flag('--csv', 'for a spreadsheet, with the accounts of each partner'),
  },
  notes: `A month begins at midnight in DISPLAY_TIME_ZONE. An entry belongs to the month of its event, by business time. Debit balances are
above zero and credit balances below: money owed to partners is below zero. For each currency, opening and closing balances of
all accounts sum to zero and debit equals credit, otherwise the exit code is 1. Test money has its own statement: --test.`,
  examples: ['statement --month 2026-10', 'statement --month 2026-10 --csv', 'statement --month 2026-10 --test'],
  opens: 'nothing',
  async run({ session }, { month, partnerId, test, asCsv = false }) {
    const { from, to } = monthOf(month, session.environment.app.displayTimeZone);
    const app = await session.queries();
    if (partnerId !== undefined) await requirePartner(app, partnerId);
    const perPartner = asCsv || partnerId !== undefined;
    const totals = new StatementTotals();
    async function* linesByAccount(): AsyncGenerator<StatementLine[]> {
      for await (const account of app.get(StatementQuery).run({ from, to, test, perPartner, partnerId })) {
        totals.add(account);
        yield linesOf(account, account.movements);
      }
    }
    async function* csvChunks(): AsyncGenerator<string> {
      yield LINE.csvHeading;
      for await (const lines of linesByAccount()) yield LINE.csv(lines, session);
      yield LINE.csv(totals.all.flatMap(linesOfTotals), session);
    }
    const exitCode = (): number => (partnerId !== undefined || totals.areBalanced ? EXIT.ok : EXIT.failed);
    if (asCsv) return { chunks: csvChunks(), exitCode };

    const lines: StatementLine[] = [];
    for await (const accountLines of linesByAccount()) lines.push(...accountLines);
    const agree = partnerId === undefined ? totals.areBalanced : null;
    const text = sections([
      ['Accounts', LINE.without('partner_id', 'partner').table(lines, session)],
      ['All accounts', TOTAL.table(totals.all, session)],
    ]);
    return {
      json: {
        month,
        agree,
        lines: lines.map((line) => LINE.json(line, session)),
        totals: totals.all.map((total) => TOTAL.json(total, session)),
      },
      text: agree === false ? `${text}\n\nThe sums do not agree: run "ledger verify".` : text,
      exitCode: exitCode(),
    };
  },
});

function linesOf(
  { openingMinor, closingMinor, ...account }: Omit<AccountStatement, 'movements'>,
  movements: readonly Pick<StatementLine, 'kind' | 'postings' | 'debitMinor' | 'creditMinor'>[],
): StatementLine[] {
  const noMovement = { postings: null, debitMinor: null, creditMinor: null };
  return [
    { ...account, ...noMovement, kind: 'opening', balanceMinor: openingMinor },
    ...movements.map((movement) => ({ ...account, ...movement, balanceMinor: null })),
    { ...account, ...noMovement, kind: 'closing', balanceMinor: closingMinor },
  ];
}

function linesOfTotals({ debitMinor, creditMinor, ...balances }: Totals): StatementLine[] {
  const allAccounts = { ...balances, account: 'all accounts', partnerId: null, partner: null };
  return linesOf(allAccounts, [{ kind: 'movements', postings: null, debitMinor, creditMinor }]);
}
