import { type Command, Option } from 'commander';
import { formatAmount } from '../../../common/money/amount.js';
import { ContradictedPaymentsQuery } from '../../../products/payments/attempts/outcome/contradicted-payments.query.js';
import type { PaymentAttempt } from '../../../products/payments/attempts/payment-attempt.entity.js';
import type { CommandRunner } from '../../command-runner.js';
import { examples } from '../../examples.js';
import { listAnswer } from '../../output/list-answer.js';
import { parseRowLimit } from '../../values/row-limit.js';

const COLUMNS = [
  'at',
  'state',
  'contradiction',
  'test',
  'channel',
  'connector',
  'entered',
  'currency',
  'said',
  'said_currency',
  'transaction_id',
  'provider_ref',
  'ask_at',
] as const;

const NOTE = `
entered: the sum on record, as the channel said it first; said: the one that it said later, where it said one. contradiction: other_sum: it
took, or is about to take, another sum; failed_, canceled_ and expired_after_payment: it took nothing after all; return_…: of money that is no
payment's it gave back another sum, gave it back after it had refused, or did not although it had. While ask_at says when, the channel is
asked which is true; without it, its books have not settled it.`;

export function addPaymentContradictions(payment: Command, runner: CommandRunner): void {
  payment
    .command('contradictions')
    .description('list payments of which a channel said different things, longest waiting first')
    .addOption(new Option('--limit <rows>', 'how many').argParser(parseRowLimit).default(100))
    .addHelpText('after', NOTE)
    .addHelpText('after', examples('payment contradictions', 'payment contradictions --limit 20 --json'))
    .action(
      runner.action(async (session, { limit }: { limit: number }) => {
        const app = await session.application();
        const rows = (await app.get(ContradictedPaymentsQuery).run(limit)).map((attempt) => ({
          at: session.timestamp(attempt.contradictedAt),
          state: attempt.state,
          ...bothWords(attempt),
          test: attempt.test,
          channel: attempt.channel,
          connector: attempt.connector,
          entered: formatAmount(attempt.seenMinor ?? attempt.amountMinor),
          currency: attempt.seenCurrency ?? attempt.currency,
          transaction_id: attempt.transactionId,
          provider_ref: attempt.providerRef,
          ask_at: session.timestamp(attempt.askAt),
        }));
        return listAnswer(rows, COLUMNS, 'No channel has contradicted itself.');
      }),
    );
}

/** What contradicts what is on record, and the sum of it. */
export function bothWords({
  contradiction,
  saidMinor,
  saidCurrency,
}: Pick<PaymentAttempt, 'saidMinor' | 'saidCurrency'> & { contradiction: string | null }) {
  return { contradiction, said: saidMinor === null ? null : formatAmount(saidMinor), said_currency: saidCurrency };
}
