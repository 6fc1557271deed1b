import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount } from '../../../common/money/amount.js';
import type { PaymentAlias } from '../../../products/payments/aliases/payment-alias.entity.js';
import type { PaymentSubscription } from '../../../products/payments/subscriptions/payment-subscription.entity.js';
import type { Section } from '../../output/layout.js';
import { viewOf } from '../../output/view.js';
import { historiesOf } from '../../sections/history.part.js';
import type { Session } from '../../session.js';

interface Agreement extends Pick<PaymentAlias, 'id' | 'test' | 'connector' | 'providerRef' | 'reason' | 'createdAt' | 'askAt'> {
  kind: string;
  status: string;
  endedBy: string | null;
}

const AGREEMENT = viewOf<Agreement>()({
  kind: 'kind',
  id: 'id',
  status: 'status',
  test: 'test',
  connector: 'connector',
  provider_ref: 'providerRef',
  ended_by: 'endedBy',
  reason: 'reason',
  created_at: 'createdAt',
  ask_at: 'askAt',
}).without('test', 'provider_ref', 'ended_by');

interface Agreed {
  aliases: readonly PaymentAlias[];
  subscriptions: readonly PaymentSubscription[];
}

/** What a payer agreed to with a payment: aliases, by which apps know the payer, and subscriptions. */
export async function agreementsPart(app: INestApplicationContext, session: Session, { aliases, subscriptions }: Agreed) {
  const agreements: Agreement[] = [
    ...aliases.map((alias) => ({ ...alias, kind: alias.type })),
    ...subscriptions.map((one) => ({
      ...one,
      kind: `subscription ${one.model}`,
      endedBy: one.cancelledBy,
      reason: one.cancelledReason ?? one.reason,
    })),
  ];
  const paid = [...aliases.map(() => ({})), ...subscriptions.map((one) => ({ paid: paidOf(one) }))];
  const histories = await historiesOf(
    app,
    session,
    'agreement',
    agreements.map(({ id }) => id),
  );
  return {
    json: agreements.map((agreement, index) => ({
      ...AGREEMENT.json(agreement, session),
      ...paid[index],
      history: histories.json[index],
    })),
    blocks: [
      ['Aliases and subscriptions', AGREEMENT.table(agreements, session)],
      ['What became of them', histories.table],
    ] satisfies Section[],
  };
}

const paidOf = ({ paidMinor, currency, paidCount }: PaymentSubscription): string =>
  `${formatAmount(paidMinor)} ${currency} in ${paidCount}`;
