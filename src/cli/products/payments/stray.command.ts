import { type Command, Option } from 'commander';
import { formatAmount } from '../../../common/money/amount.js';
import { StrayMoneyQuery } from '../../../products/payments/attempts/outcome/stray-money.query.js';
import type { CommandRunner } from '../../command-runner.js';
import { examples } from '../../examples.js';
import { listAnswer } from '../../output/list-answer.js';
import { parseRowLimit } from '../../values/row-limit.js';
import { bothWords } from './contradictions.command.js';

const COLUMNS = [
  'at',
  'state',
  'contradiction',
  'said',
  'said_currency',
  'test',
  'channel',
  'connector',
  'in_suspense',
  'currency',
  'transaction_id',
  'service_id',
  'provider_ref',
] as const;

export function addStray(payment: Command, runner: CommandRunner): void {
  payment
    .command('stray')
    .description('list money that is no payment’s (paid twice, another sum, refused as fraud), newest first')
    .addOption(new Option('--limit <rows>', 'how many').argParser(parseRowLimit).default(100))
    .addHelpText(
      'after',
      '\nreturn_due: it is being given back; returned: it is back; suspense: somebody has to deal with it at the acquirer.',
    )
    .addHelpText('after', examples('payment stray', 'payment stray --limit 20 --json'))
    .action(
      runner.action(async (session, { limit }: { limit: number }) => {
        const app = await session.application();
        const rows = (await app.get(StrayMoneyQuery).run(limit + 1)).map((attempt) => ({
          at: session.timestamp(attempt.updatedAt),
          state: attempt.state,
          ...bothWords(attempt),
          test: attempt.test,
          channel: attempt.channel,
          connector: attempt.connector,
          in_suspense: formatAmount(attempt.suspenseMinor ?? 0),
          currency: 'PLN',
          transaction_id: attempt.transactionId,
          service_id: attempt.serviceId,
          provider_ref: attempt.providerRef,
        }));
        return listAnswer(rows, COLUMNS, 'No stray money.', limit);
      }),
    );
}
