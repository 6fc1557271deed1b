import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount } from '../../../common/money/amount.js';
import type { PaymentAlias } from '../../../products/payments/aliases/payment-alias.entity.js';
import type { PaymentSubscription } from '../../../products/payments/subscriptions/payment-subscription.entity.js';
import type { Section } from '../../output/layout.js';
import { viewOf } from '../../output/view.js';
import { historiesOf } from '../../sections/history.section.js';
import type { Session } from '../../session.js';

interface Registration extends Pick<PaymentAlias, 'id' | 'test' | 'connector' | 'providerRef' | 'reason' | 'createdAt' | 'nextPollAt'> {
  kind: string;
  status: string;
  closedBy: string | null;
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

interface Registrations {
  aliases: readonly PaymentAlias[];
  subscriptions: readonly PaymentSubscription[];
}

/** The aliases and subscriptions of a payment. */
export async function registrationsSection(app: INestApplicationContext, session: Session, { aliases, subscriptions }: Registrations) {
  const registrations: Registration[] = [
    ...aliases.map((alias) => ({ ...alias, kind: alias.type })),
    ...subscriptions.map((subscription) => ({
      ...subscription,
      kind: `subscription ${subscription.model}`,
      closedBy: subscription.cancelledBy,
      reason: subscription.cancelledReason ?? subscription.reason,
    })),
  ];
  const paidAmounts = [...aliases.map(() => ({})), ...subscriptions.map((subscription) => ({ paid: paidText(subscription) }))];
  const histories = await historiesOf(
    app,
    session,
    'registration',
    registrations.map(({ id }) => id),
  );
  return {
    json: registrations.map((registration, index) => ({
      ...REGISTRATION.json(registration, session),
      ...paidAmounts[index],
      history: histories.json[index],
    })),
    blocks: [
      ['Aliases and subscriptions', REGISTRATION.table(registrations, session)],
      ['History of aliases and subscriptions', histories.table],
    ] satisfies Section[],
  };
}

const paidText = ({ paidMinor, currency, paidCount }: PaymentSubscription): string =>
  `${formatAmount(paidMinor)} ${currency} in ${paidCount}`;
