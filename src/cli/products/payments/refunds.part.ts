import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount } from '../../../common/money/amount.js';
import type { PaymentRefund } from '../../../products/payments/refunds/payment-refund.entity.js';
import type { Section } from '../../output/sections.js';
import { tableOrNothing } from '../../output/table.js';
import type { Session } from '../../session.js';
import { bothWords } from './contradictions.command.js';
import { withHistories } from '../../sections/history.part.js';

const COLUMNS = [
  'id',
  'status',
  'amount',
  'currency',
  'wallet_amount',
  'wallet_currency',
  'raw_code',
  'contradiction',
  'said',
  'said_currency',
  'created_at',
  'ask_at',
] as const;

/** A payment's refunds with what became of them, oldest first. */
export async function refundsPart(app: INestApplicationContext, session: Session, refunds: readonly PaymentRefund[]) {
  const views = refunds.map((refund) => refundView(refund, session));
  const { json, changes } = await withHistories(app, session, views, 'refund');
  return {
    json,
    blocks: [
      ['Refunds', tableOrNothing(json, COLUMNS)],
      ['What became of the refunds', changes],
    ] satisfies Section[],
  };
}

export function refundView(refund: PaymentRefund, session: Session) {
  return {
    id: refund.id,
    status: refund.status,
    test: refund.test,
    amount: formatAmount(refund.amountMinor),
    currency: refund.currency,
    wallet_amount: formatAmount(refund.walletMinor),
    wallet_currency: 'PLN',
    channel: refund.channel,
    connector: refund.connector,
    attempt: refund.attemptReference,
    provider_ref: refund.providerRef,
    raw_code: refund.rawCode,
    ...bothWords(refund),
    created_at: session.timestamp(refund.createdAt),
    sent_at: session.timestamp(refund.sentAt),
    completed_at: session.timestamp(refund.completedAt),
    ask_at: session.timestamp(refund.askAt),
    ask_count: refund.askCount,
  };
}
