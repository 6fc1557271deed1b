import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount } from '../../../common/money/amount.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { PollAttemptService } from '../../../products/payments/attempts/poll-attempt.service.js';
import { type ExpiredPayment, ExpiredPaymentsQuery } from '../../../products/payments/review/expired-payments.query.js';
import { InspectPaymentQuery } from '../../../products/payments/review/inspect-payment.query.js';
import type { CliCommand } from '../../cli-command.js';
import { listResult } from '../../output/result.js';
import { viewOf } from '../../output/view.js';
import type { Session } from '../../session.js';
import { parseRowLimit } from '../../values/lists.js';
import { type Moment, parseSince } from '../../values/times.js';

interface ExpiredLine {
  payment: ExpiredPayment['payment'];
  channels: string;
  polled: string | null;
}

const EXPIRED = viewOf<ExpiredLine>()({
  expired_at: ({ payment }) => payment.updatedAt,
  until: ({ payment }) => payment.expiresAt,
  transaction_id: ({ payment }) => payment.id,
  service_id: ({ payment }) => payment.serviceId,
  test: ({ payment }) => payment.test,
  status: ({ payment }) => payment.status,
  amount: { value: ({ payment }) => formatAmount(payment.amountMinor), align: 'right' },
  currency: ({ payment }) => payment.currency,
  channels: 'channels',
  polled: 'polled',
});

const NOTES = `
expired_at: when the payment expired, by the clock of that time. until: the end of the payer's time. If it is in the future, the payment
expired by mistake. channels: those of its attempts, which may have money. A payment without attempts has no money. Its partner creates a
new one.

With --poll each of these channels is polled. Late money counts: the payment becomes paid, and its partner is notified. Repeating the
command polls again. Payments that became paid are no longer listed.`;

interface Options {
  since: Moment;
  until?: Moment;
  poll?: true;
  csv?: true;
  limit: number;
}

export function addPaymentExpired(payment: CliCommand): void {
  payment
    .command('expired')
    .description('list payments that expired in a period, such as while a clock was wrong, and poll their channels for late money')
    .requiredOption('--since <when>', 'date, time, or how long ago', parseSince)
    .option('--until <when>', 'its end (default: none)', parseSince)
    .option('--poll', 'poll the channels')
    .option('--csv', 'for a spreadsheet')
    .option('--limit <rows>', 'how many', parseRowLimit, 1_000)
    .addHelpText('after', NOTES)
    .examples('payment expired --since 2h', 'payment expired --since 2026-11-21T12:00 --until 2026-11-21T14:10 --poll --csv')
    .withApplication(async ({ app, session }, { since, until, poll, csv: asCsv, limit }: Options) => {
      const [now, zone] = [app.get(BusinessClock).now(), session.environment.app.displayTimeZone];
      const period = { since: since(now, zone), until: until?.(now, zone) ?? null };
      const expiredPayments = await app.get(ExpiredPaymentsQuery).run(period, limit + 1);
      const polledLines = poll ? await pollEach(app, session, expiredPayments.slice(0, limit)) : [];
      // A row above the limit shows that there are more.
      const lines = [...polledLines, ...expiredPayments.slice(polledLines.length).map((expired) => lineOf(expired, null))];
      const result = listResult(session, EXPIRED, lines, `No payment expired since ${session.timestamp(period.since)}.`, limit);
      return asCsv ? { ...result, text: (EXPIRED.csvHeading + EXPIRED.csv(lines.slice(0, limit), session)).trimEnd() } : result;
    });
}

const lineOf = ({ payment, attempts }: ExpiredPayment, polled: string | null): ExpiredLine => ({
  payment,
  channels: attempts.map(({ channel }) => channel).join(', '),
  polled,
});

/** Polls one attempt after the other. @returns each payment in its state after the polls. */
async function pollEach(
  app: INestApplicationContext,
  session: Session,
  expiredPayments: readonly ExpiredPayment[],
): Promise<ExpiredLine[]> {
  const lines: ExpiredLine[] = [];
  await session.withProgress('payments', async (report) => {
    for (const [index, { payment, attempts }] of expiredPayments.entries()) {
      report(index, expiredPayments.length);
      const outcomes: string[] = [];
      for (const attempt of attempts) outcomes.push((await app.get(PollAttemptService).pollEnded(attempt)) ?? 'cannot_be_polled');
      const polledPayment = outcomes.length > 0 ? await app.get(InspectPaymentQuery).run({ id: payment.id }) : null;
      lines.push(lineOf({ payment: polledPayment?.payment ?? payment, attempts }, outcomes.join(', ') || null));
    }
  });
  return lines;
}
