import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount } from '../../../common/money/amount.js';
import type { PaymentAlias } from '../../../products/payments/blik-aliases/payment-alias.entity.js';
import type { PaymentInspection } from '../../../products/payments/review/inspect-payment.query.js';
import { part, type ResultPart } from '../../output/result.js';
import { viewOf } from '../../output/view.js';
import { historiesOf } from '../../result-parts/history.result-parts.js';
import type { Session } from '../../session.js';

interface Registration extends Pick<PaymentAlias, 'id' | 'test' | 'connector' | 'providerRef' | 'reason' | 'createdAt' | 'nextPollAt'> {
  kind: string;
  status: string;
  closedBy: string | null;
  /** Only of subscriptions. */
  paid?: string;
}

const REGISTRATION = viewOf<Registration>()({
  kind: 'kind',
  id: 'id',
  status: 'status',
  test: 'test',
  connector: 'connector',
  provider_ref: 'providerRef',
  closed_by: 'closedBy',
  reason: 'reason',
  created_at: 'createdAt',
  next_poll_at: 'nextPollAt',
}).without('test', 'provider_ref', 'closed_by');

/** The aliases and subscriptions of a payment. */
export async function registrationParts(
  app: INestApplicationContext,
  session: Session,
  { aliases, subscriptions }: Pick<PaymentInspection, 'aliases' | 'subscriptions'>,
): Promise<ResultPart[]> {
  const registrations: Registration[] = [
    ...aliases.map((alias) => ({ ...alias, kind: alias.type })),
    ...subscriptions.map((subscription) => ({
      ...subscription,
      kind: `subscription ${subscription.model}`,
      closedBy: subscription.cancelledBy,
      reason: subscription.cancelledReason ?? subscription.reason,
      paid: `${formatAmount(subscription.paidMinor)} ${subscription.currency} in ${subscription.paidCount}`,
    })),
  ];
  const histories = await historiesOf(app, session, 'registration', registrations, ({ id }) => id);
  const more = (registration: Registration) => ({ paid: registration.paid, ...histories.json(registration) });
  return [
    part('registrations', 'Aliases and subscriptions', REGISTRATION, registrations, session, more),
    { text: ['History of aliases and subscriptions', histories.table] },
  ];
}
