import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount } from '../../../common/money/amount.js';
import { TICKET_CODE_OF } from '../../../connectors/channels/port/failure-reasons.js';
import { StateHistory } from '../../../platform/history/state-history.js';
import type { PaymentAttempt } from '../../../products/payments/attempts/payment-attempt.entity.js';
import type { PaymentCode } from '../../../products/payments/attempts/codes/payment-code.entity.js';
import type { PaymentTransaction } from '../../../products/payments/transactions/payment-transaction.entity.js';
import type { Session } from '../../session.js';
import { changeView } from '../../sections/history.part.js';

export function paymentView(row: PaymentTransaction, session: Session) {
  return {
    id: row.id,
    payer_transaction_id: row.payerTransactionId,
    area: 'payment',
    service_id: row.serviceId,
    status: row.status,
    test: row.test,
    failure_reason: row.failureReason,
    hold_reason: row.holdReason,
    amount: formatAmount(row.amountMinor),
    currency: row.currency,
    value_in_pln: formatAmount(row.plnMinor),
    pln_rate: row.plnRate,
    commission: row.commissionMinor === null ? null : formatAmount(row.commissionMinor),
    partner_share: row.partnerMinor === null ? null : formatAmount(row.partnerMinor),
    channel: row.channel,
    direct_channel: row.directChannel,
    offered: row.offered.join(', '),
    control: row.control,
    description: row.description,
    success_url: row.successUrl,
    failure_url: row.failureUrl,
    pending_url: row.pendingUrl,
    attempts: row.attemptCount,
    codes: row.codeCount,
    paid_at: session.timestamp(row.paidAt),
    held_at: session.timestamp(row.heldAt),
    expires_at: session.timestamp(row.expiresAt),
    created_at: session.timestamp(row.createdAt),
    updated_at: session.timestamp(row.updatedAt),
  };
}

/** With what it charges, which the payment need not be any more, and the changes of its state. */
export async function attemptView(attempt: PaymentAttempt, app: INestApplicationContext, session: Session) {
  const changes = await app.get(StateHistory).of(attempt.reference);
  return {
    reference: attempt.reference,
    channel: attempt.channel,
    connector: attempt.connector,
    state: attempt.state,
    test: attempt.test,
    reason: attempt.reason,
    ticket_code: attempt.reason && TICKET_CODE_OF[attempt.reason],
    raw_code: attempt.rawCode,
    amount: formatAmount(attempt.amountMinor),
    currency: attempt.currency,
    commission: formatAmount(attempt.commissionMinor),
    provider_ref: attempt.providerRef,
    seen_amount: attempt.seenMinor === null ? null : formatAmount(attempt.seenMinor),
    seen_currency: attempt.seenCurrency,
    contradiction: attempt.contradiction,
    said_amount: attempt.saidMinor === null ? null : formatAmount(attempt.saidMinor),
    said_currency: attempt.saidCurrency,
    in_suspense: attempt.suspenseMinor === null ? null : formatAmount(attempt.suspenseMinor),
    started_at: session.timestamp(attempt.startedAt),
    expires_at: session.timestamp(attempt.expiresAt),
    ask_at: session.timestamp(attempt.askAt),
    ask_count: attempt.askCount,
    history: changes.map((change) => changeView(change, session)),
  };
}

export function codeView(code: PaymentCode, session: Session) {
  return {
    attempt: code.attemptReference,
    sent_at: session.timestamp(code.sentAt),
    state: code.state,
    reason: code.reason,
    ticket_code: code.reason && TICKET_CODE_OF[code.reason],
    raw_code: code.rawCode,
  };
}
