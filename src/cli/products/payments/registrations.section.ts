import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount } from '../../../common/money/amount.js';
import type { PaymentAlias } from '../../../products/payments/aliases/payment-alias.entity.js';
import type { PaymentSubscription } from '../../../products/payments/subscriptions/payment-subscription.entity.js';
import type { Section } from '../../output/layout.js';
import { viewOf } from '../../output/view.js';
import { historiesOf } from '../../sections/history.section.js';
import type { Session } from '../../session.js';

interface Mandate extends Pick<PaymentAlias, 'id' | 'test' | 'connector' | 'providerRef' | 'reason' | 'createdAt' | 'nextPollAt'> {
  kind: string;
  status: string;
  closedBy: string | null;
}

const MANDATE = viewOf<Mandate>()({
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
export async function mandatesPart(app: INestApplicationContext, session: Session, { aliases, subscriptions }: Registrations) {
  const mandates: Mandate[] = [
    ...aliases.map((alias) => ({ ...alias, kind: alias.type })),
    ...subscriptions.map((one) => ({
      ...one,
      kind: `subscription ${one.model}`,
      closedBy: one.cancelledBy,
      reason: one.cancelledReason ?? one.reason,
    })),
  ];
  const paid = [...aliases.map(() => ({})), ...subscriptions.map((one) => ({ paid: paidOf(one) }))];
  const histories = await historiesOf(
    app,
    session,
    'mandate',
    mandates.map(({ id }) => id),
  );
  return {
    json: mandates.map((mandate, index) => ({
      ...MANDATE.json(mandate, session),
      ...paid[index],
      history: histories.json[index],
    })),
    blocks: [
      ['Aliases and subscriptions', MANDATE.table(mandates, session)],
      ['History of aliases and subscriptions', histories.table],
    ] satisfies Section[],
  };
}

const paidOf = ({ paidMinor, currency, paidCount }: PaymentSubscription): string =>
  `${formatAmount(paidMinor)} ${currency} in ${paidCount}`;
