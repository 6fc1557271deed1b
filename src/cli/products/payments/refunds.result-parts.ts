import type { INestApplicationContext } from '@nestjs/common';
import type { PaymentRefund } from '../../../products/payments/refunds/payment-refund.entity.js';
import { part, type ResultPart } from '../../output/result.js';
import { money, viewOf } from '../../output/view.js';
import { historiesOf } from '../../result-parts/history.result-parts.js';
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
export async function refundParts(
  app: INestApplicationContext,
  session: Session,
  refunds: readonly PaymentRefund[],
): Promise<ResultPart[]> {
  const histories = await historiesOf(app, session, 'refund', refunds, ({ id }) => id);
  return [
    part('refunds', 'Refunds', IN_TRANSACTION, refunds, session, histories.json),
    { text: ['History of the refunds', histories.table] },
  ];
}
