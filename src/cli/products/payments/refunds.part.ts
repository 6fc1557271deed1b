import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount } from '../../../common/money/amount.js';
import { StateHistory } from '../../../platform/history/state-history.js';
import type { PaymentRefund } from '../../../products/payments/refunds/payment-refund.entity.js';
import type { Section } from '../../output/sections.js';
import { tableOrNothing } from '../../output/table.js';
import type { Session } from '../../session.js';
import { changeView } from '../../transaction/history.part.js';

const COLUMNS = [
  'id',
  'status',
  'amount',
  'currency',
  'wallet_amount',
  'wallet_currency',
  'raw_code',
  'contradiction',
  'created_at',
  'ask_at',
] as const;

/** A payment's refunds with what became of them, oldest first. */
export async function refundsPart(app: INestApplicationContext, session: Session, refunds: readonly PaymentRefund[]) {
  const histories = await Promise.all(refunds.map(({ id }) => app.get(StateHistory).of(id)));
  const json = refunds.map((refund, index) => ({
    ...refundView(refund, session),
    history: (histories[index] ?? []).map((change) => changeView(change, session)),
  }));
  const changes = json.flatMap(({ id, history }) => history.map((change) => ({ refund: id, ...change })));
  return {
    json,
    blocks: [
      ['Refunds', tableOrNothing(json, COLUMNS)],
      ['What became of the refunds', tableOrNothing(changes, ['refund', 'at', 'from', 'to', 'reason'])],
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
    contradiction: refund.contradiction,
    created_at: session.timestamp(refund.createdAt),
    sent_at: session.timestamp(refund.sentAt),
    completed_at: session.timestamp(refund.completedAt),
    ask_at: session.timestamp(refund.askAt),
    ask_count: refund.askCount,
  };
}
