import { type Command, Option } from 'commander';
import { formatAmount } from '../../../common/money/amount.js';
import { LateBookingsQuery } from '../../../products/direct-billing/charges/late-bookings.query.js';
import type { CommandRunner } from '../../command-runner.js';
import { examples } from '../../examples.js';
import { listAnswer } from '../../output/list-answer.js';
import { parseRowLimit } from '../../values/row-limit.js';

export function addLateBookings(directBilling: Command, runner: CommandRunner): void {
  directBilling
    .command('late-bookings')
    .description('list charges that were booked after their transaction had ended, newest first')
    .addOption(new Option('--limit <rows>', 'how many').argParser(parseRowLimit).default(100))
    .addHelpText('after', '\nreversal_due: the money is in suspense until the operator has given it back; reversed: it is back.')
    .addHelpText('after', examples('directbilling late-bookings', 'directbilling late-bookings --limit 20 --json'))
    .action(
      runner.action(async (session, { limit }: { limit: number }) => {
        const app = await session.application();
        const rows = (await app.get(LateBookingsQuery).run(limit + 1)).map((booking) => ({
          at: session.timestamp(booking.at),
          state: booking.state,
          operator: booking.operator,
          gross: formatAmount(booking.grossMinor),
          currency: 'PLN',
          test: booking.test,
          transaction_id: booking.transactionId,
          service_id: booking.serviceId,
          charge_reference: booking.chargeReference,
        }));
        const columns = [
          'at',
          'state',
          'operator',
          'gross',
          'currency',
          'test',
          'transaction_id',
          'service_id',
          'charge_reference',
        ] as const;
        return listAnswer(rows, columns, 'No late bookings.', limit);
      }),
    );
}
