import { type Command, Option } from 'commander';
import { formatAmount } from '../../../common/money/amount.js';
import { ContradictedChargesQuery } from '../../../products/direct-billing/charges/contradicted-charges.query.js';
import type { CommandRunner } from '../../command-runner.js';
import { examples } from '../../examples.js';
import { listAnswer } from '../../output/list-answer.js';
import { parseRowLimit } from '../../values/row-limit.js';

const COLUMNS = [
  'at',
  'state',
  'contradiction',
  'operator',
  'gross',
  'currency',
  'test',
  'transaction_id',
  'charge_reference',
  'ask_at',
] as const;

export function addChargeContradictions(directBilling: Command, runner: CommandRunner): void {
  directBilling
    .command('contradictions')
    .description('list charges that were booked, and of which the operator then said that they were not, longest waiting first')
    .addOption(new Option('--limit <rows>', 'how many').argParser(parseRowLimit).default(100))
    .addHelpText(
      'after',
      '\nWhile ask_at says when, the operator is asked which of both is true; without it, its books stand by what it said last.',
    )
    .addHelpText('after', examples('directbilling contradictions', 'directbilling contradictions --limit 20 --json'))
    .action(
      runner.action(async (session, { limit }: { limit: number }) => {
        const app = await session.application();
        const rows = (await app.get(ContradictedChargesQuery).run(limit)).map((charge) => ({
          at: session.timestamp(charge.contradictedAt),
          state: charge.state,
          contradiction: charge.contradiction,
          operator: charge.operator,
          gross: formatAmount(charge.grossMinor),
          currency: 'PLN',
          test: charge.test,
          transaction_id: charge.transactionId,
          charge_reference: charge.reference,
          ask_at: session.timestamp(charge.askAt),
        }));
        return listAnswer(rows, COLUMNS, 'No operator has contradicted itself.');
      }),
    );
}
