import { type Command, Option } from 'commander';
import { formatAmount } from '../../../common/money/amount.js';
import { ChargebacksQuery } from '../../../products/payments/chargebacks/chargebacks.query.js';
import type { CommandRunner } from '../../command-runner.js';
import { examples } from '../../examples.js';
import { listAnswer } from '../../output/list-answer.js';
import { parseRowLimit } from '../../values/row-limit.js';

const COLUMNS = [
  'at',
  'state',
  'test',
  'channel',
  'amount',
  'currency',
  'out_of_wallet',
  'receivable',
  'transaction_id',
  'partner_id',
  'connector',
  'event_id',
] as const;

export function addChargebacks(payment: Command, runner: CommandRunner): void {
  payment
    .command('chargebacks')
    .description('list payments that acquirers have taken back, newest first')
    .addOption(new Option('--limit <rows>', 'how many').argParser(parseRowLimit).default(100))
    .addHelpText(
      'after',
      '\nout_of_wallet and receivable are PLN: what was available, and what the partner owes beyond it. for_staff: it could not',
    )
    .addHelpText('after', 'be booked (unknown payment, another currency, more than was paid); look at it at the acquirer.')
    .addHelpText('after', examples('payment chargebacks', 'payment chargebacks --limit 20 --json'))
    .action(
      runner.action(async (session, { limit }: { limit: number }) => {
        const app = await session.application();
        const amount = (minor: number | null): string | null => (minor === null ? null : formatAmount(minor));
        const rows = (await app.get(ChargebacksQuery).run(limit + 1)).map((row) => ({
          at: session.timestamp(row.at),
          state: row.state,
          test: row.test,
          channel: row.channel,
          amount: amount(row.amountMinor),
          currency: row.currency,
          out_of_wallet: amount(row.availableMinor),
          receivable: amount(row.receivableMinor),
          transaction_id: row.transactionId,
          partner_id: row.partnerId,
          connector: row.connector,
          event_id: row.eventId,
        }));
        return listAnswer(rows, COLUMNS, 'No chargebacks.', limit);
      }),
    );
}
