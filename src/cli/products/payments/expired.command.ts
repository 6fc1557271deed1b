import type { INestApplicationContext } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import { PollAttemptService } from '../../../products/payments/attempts/poll-attempt.service.js';
import { type ExpiredPayment, ExpiredPaymentsQuery } from '../../../products/payments/review/expired-payments.query.js';
import { InspectPaymentQuery } from '../../../products/payments/review/inspect-payment.query.js';
import type { PaymentTransaction } from '../../../products/payments/payments/payment-transaction.entity.js';
import { command } from '../../command.js';
import { defaultOption, flag, option, requiredOption } from '../../inputs.js';
import { listResult } from '../../output/result.js';
import { money, viewOf } from '../../output/view.js';
import type { Session } from '../../session.js';
import { parseRowLimit } from '../../values/lists.js';
import { parseSince } from '../../values/times.js';

type ExpiredLine = PaymentTransaction & Pick<ExpiredPayment, 'attempts'> & { polled: string | null };

const EXPIRED = viewOf<ExpiredLine>()({
  expired_at: 'updatedAt',
  until: 'expiresAt',
  transaction_id: 'id',
  service_id: 'serviceId',
  test: 'test',
  status: 'status',
  amount: money('amountMinor'),
  currency: 'currency',
  channels: ({ attempts }) => attempts.map(({ channel }) => channel).join(', '),
  polled: 'polled',
});

export const expired = command({
  description: 'list payments that expired in a period, such as while a clock was wrong, and poll their channels for late money',
  takes: {
    since: requiredOption('--since <when>', 'date, time, or how long ago', parseSince),
    until: option('--until <when>', 'its end (default: none)', parseSince),
    poll: flag('--poll', 'poll the channels'),
    asCsv: flag('--csv', 'for a spreadsheet'),
    limit: defaultOption('--limit <rows>', 'how many', parseRowLimit, 1_000),
  },
  notes: `expired_at: when the payment expired, by the clock of that time. until: the end of the payer's time. If it is in the future, the payment
expired by mistake. channels: those of its attempts, which may have money. A payment without attempts has no money. Its partner creates a
new one.

With --poll each of these channels is polled. Late money counts: the payment becomes paid, and its partner is notified. Repeating the
command polls again. Payments that became paid are no longer listed.`,
  examples: ['payment expired --since 2h', 'payment expired --since 2026-11-21T12:00 --until 2026-11-21T14:10 --poll --csv'],
  async run({ app, session }, { since, until, poll, asCsv, limit }) {
    const [now, zone] = [app.get(BusinessClock).now(), session.environment.app.displayTimeZone];
    const period = { since: since(now, zone), until: until?.(now, zone) ?? null };
    const found = await app.get(ExpiredPaymentsQuery).run(period, limit + 1);
    const polledLines = poll ? await pollEach(app, session, found.slice(0, limit)) : [];
    // A row above the limit shows that there are more.
    const otherLines = found.slice(polledLines.length).map(({ payment, attempts }) => ({ ...payment, attempts, polled: null }));
    const lines = [...polledLines, ...otherLines];
    const result = listResult(session, EXPIRED, lines, `No payment expired since ${session.timestamp(period.since)}.`, limit);
    return asCsv ? { ...result, text: (EXPIRED.csvHeading + EXPIRED.csv(lines.slice(0, limit), session)).trimEnd() } : result;
  },
});

/** Polls one attempt after the other. @returns each payment in its state after the polls. */
async function pollEach(app: INestApplicationContext, session: Session, expiredPayments: readonly ExpiredPayment[]) {
  const lines: ExpiredLine[] = [];
  await session.withProgress('payments', async (report) => {
    for (const [index, { payment, attempts }] of expiredPayments.entries()) {
      report(index, expiredPayments.length);
      const outcomes: string[] = [];
      for (const attempt of attempts) outcomes.push((await app.get(PollAttemptService).pollEnded(attempt)) ?? 'cannot_be_polled');
      const inspection = outcomes.length > 0 ? await app.get(InspectPaymentQuery).run({ id: payment.id }) : null;
      lines.push({ ...(inspection?.payment ?? payment), attempts, polled: outcomes.join(', ') || null });
    }
  });
  return lines;
}
