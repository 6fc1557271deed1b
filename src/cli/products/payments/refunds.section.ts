import type { INestApplicationContext } from '@nestjs/common';
import type { PaymentRefund } from '../../../products/payments/refunds/payment-refund.entity.js';
import type { Section } from '../../output/layout.js';
import { money, viewOf } from '../../output/view.js';
import { historiesOf } from '../../sections/history.section.js';
import type { Session } from '../../session.js';

export const REFUND_FIELDS = viewOf<PaymentRefund>()({
  id: 'id',
  status: 'status',
  test: 'test',
  amount: money('amountMinor'),
  currency: 'currency',
  wallet_amount: money('walletMinor'),
  wallet_currency: () => 'PLN',
  channel: 'channel',
  connector: 'connector',
  attempt: 'attemptReference',
  provider_ref: 'providerRef',
  raw_code: 'rawCode',
  conflict: 'conflict',
  conflict_amount: money('conflictMinor'),
  conflict_currency: 'conflictCurrency',
  created_at: 'createdAt',
  sent_at: 'sentAt',
  completed_at: 'completedAt',
  next_poll_at: 'nextPollAt',
  poll_count: 'pollCount',
});

const IN_TRANSACTION = REFUND_FIELDS.without(
  'test',
  'channel',
  'connector',
  'attempt',
  'provider_ref',
  'sent_at',
  'completed_at',
  'poll_count',
);

/** A payment's refunds with their history, oldest first. */
export async function refundsSection(app: INestApplicationContext, session: Session, refunds: readonly PaymentRefund[]) {
  const histories = await historiesOf(
    app,
    session,
    'refund',
    refunds.map(({ id }) => id),
  );
  return {
    json: refunds.map((refund, index) => ({ ...REFUND_FIELDS.json(refund, session), history: histories.json[index] })),
    blocks: [
      ['Refunds', IN_TRANSACTION.table(refunds, session)],
      ['History of the refunds', histories.table],
    ] satisfies Section[],
  };
}
