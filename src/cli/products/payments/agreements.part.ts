import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount } from '../../../common/money/amount.js';
import type { PaymentAlias } from '../../../products/payments/aliases/payment-alias.entity.js';
import type { PaymentSubscription } from '../../../products/payments/subscriptions/payment-subscription.entity.js';
import type { Section } from '../../output/sections.js';
import { tableOrNothing } from '../../output/table.js';
import type { Session } from '../../session.js';
import { withHistories } from '../../sections/history.part.js';

const COLUMNS = ['kind', 'id', 'status', 'connector', 'reason', 'created_at', 'ask_at'] as const;

interface Agreed {
  aliases: readonly PaymentAlias[];
  subscriptions: readonly PaymentSubscription[];
}

/** What a payer agreed to with a payment: the names under which apps know the payer, and what is charged again and again. */
export async function agreementsPart(app: INestApplicationContext, session: Session, { aliases, subscriptions }: Agreed) {
  const views = [
    ...aliases.map((alias) => aliasView(alias, session)),
    ...subscriptions.map((subscription) => subscriptionView(subscription, session)),
  ];
  const { json, changes } = await withHistories(app, session, views, 'agreement');
  return {
    json,
    blocks: [
      ['Aliases and subscriptions', tableOrNothing(json, COLUMNS)],
      ['What became of them', changes],
    ] satisfies Section[],
  };
}

function aliasView(alias: PaymentAlias, session: Session) {
  return {
    kind: alias.type,
    id: alias.id,
    status: alias.status,
    test: alias.test,
    connector: alias.connector,
    provider_ref: alias.providerRef,
    ended_by: alias.endedBy,
    reason: alias.reason,
    created_at: session.timestamp(alias.createdAt),
    ask_at: session.timestamp(alias.askAt),
  };
}

function subscriptionView(subscription: PaymentSubscription, session: Session) {
  return {
    kind: `subscription ${subscription.model}`,
    id: subscription.id,
    status: subscription.status,
    test: subscription.test,
    connector: subscription.connector,
    provider_ref: subscription.providerRef,
    ended_by: subscription.cancelledBy,
    reason: subscription.cancelledReason ?? subscription.reason,
    paid: `${formatAmount(subscription.paidMinor)} ${subscription.currency} in ${subscription.paidCount}`,
    created_at: session.timestamp(subscription.createdAt),
    ask_at: session.timestamp(subscription.askAt),
  };
}
