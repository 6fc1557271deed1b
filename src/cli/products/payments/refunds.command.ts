import { type Command, Option } from 'commander';
import { OpenRefundsQuery } from '../../../products/payments/refunds/open-refunds.query.js';
import type { CommandRunner } from '../../command-runner.js';
import { examples } from '../../examples.js';
import { listAnswer } from '../../output/list-answer.js';
import { parseRowLimit } from '../../values/row-limit.js';
import { refundView } from './refunds.part.js';

const COLUMNS = [
  'created_at',
  'status',
  'contradiction',
  'said',
  'said_currency',
  'test',
  'channel',
  'connector',
  'amount',
  'currency',
  'transaction_id',
  'id',
  'provider_ref',
  'ask_count',
  'ask_at',
] as const;

const NOTE = `
A refund that is new or pending has its money reserved, and its channel is asked about it until the answer is definite.
contradiction: other_sum: the channel reported another sum, said, than it was asked to give back; completed_after_release: it gave back what
it had refused before, so the wallet has money that the payer has; rejected_after_completion: it is being asked which of both is true.`;

export function addRefunds(payment: Command, runner: CommandRunner): void {
  payment
    .command('refunds')
    .description('list refunds whose outcome nobody knows, and those of which a channel said different things, longest waiting first')
    .addOption(new Option('--limit <rows>', 'how many').argParser(parseRowLimit).default(100))
    .addHelpText('after', NOTE)
    .addHelpText('after', examples('payment refunds', 'payment refunds --limit 20 --json'))
    .action(
      runner.action(async (session, { limit }: { limit: number }) => {
        const app = await session.application();
        const refunds = await app.get(OpenRefundsQuery).run(limit + 1);
        const rows = refunds.map((refund) => ({ ...refundView(refund, session), transaction_id: refund.transactionId }));
        return listAnswer(rows, COLUMNS, 'No refund is open.', limit);
      }),
    );
}
