import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount } from '../../../common/money/amount.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { CHANNEL_IDS } from '../../../connectors/channels/catalogue/channel-ids.js';
import { TICKET_CODE_OF } from '../../../connectors/channels/port/failure-reasons.js';
import { StateHistory } from '../../../platform/history/state-history.js';
import type { PaymentAttempt } from '../../../products/payments/entities/payment-attempt.entity.js';
import type { PaymentCode } from '../../../products/payments/entities/payment-code.entity.js';
import type { PaymentTransaction } from '../../../products/payments/entities/payment-transaction.entity.js';
import { FindPaymentsQuery } from '../../../products/payments/transactions/find-payments.query.js';
import { InspectPaymentQuery } from '../../../products/payments/transactions/inspect-payment.query.js';
import { PAYMENT_STATUSES, PAYMENT_TRANSITIONS } from '../../../products/payments/transactions/payment-transitions.js';
import { deliveriesPart } from '../../deliveries/deliveries.part.js';
import { entriesPart } from '../../ledger/entries.part.js';
import { fields } from '../../output/fields.js';
import { tableOrNothing } from '../../output/table.js';
import { UnknownPaymentReportsQuery } from '../../../products/payments/reports/unknown-reports.query.js';
import type { Session } from '../../session.js';
import { changeView, historyPart } from '../../transaction/history.part.js';
import type { ProductTransactions } from '../product.js';
import { agreementsPart } from './agreements.part.js';
import { refundsPart } from './refunds.part.js';

const PAYER_ID = /^[A-Z0-9]{8}$/;

export const paymentTransactions: ProductTransactions = {
  exampleId: 'K7Q2ZP0D',
  whereIdsAre: 'An online payment has the id that creating it answered, and the eight characters that its payer was shown.',

  readId(text) {
    const id = isUuid(text.toLowerCase()) ? text.toLowerCase() : text.toUpperCase();
    return isUuid(id) || PAYER_ID.test(id) ? id : null;
  },

  searched: { control: 'any', email: 'any', channel: CHANNEL_IDS, status: PAYMENT_STATUSES },

  async find(app, search) {
    const { control = null, email = null, channel = null, status = null } = search;
    const rows = await app.get(FindPaymentsQuery).run({ ...search, control, email, channel, status });
    return rows.map(({ channel: through, customer, ...row }) => ({ ...row, through, payer: emailOf(customer) }));
  },

  async unknown(app, since, limit) {
    const rows = await app.get(UnknownPaymentReportsQuery).run(since, limit);
    return rows.map(({ receivedAt: at, connector: party, ...report }) => ({ at, party, ...report }));
  },

  async show(app, session, id) {
    const found = await app.get(InspectPaymentQuery).run(isUuid(id) ? { id } : { payerTransactionId: id });
    if (!found) return null;
    const { payment } = found;
    const attempts = await Promise.all(found.attempts.map((attempt) => attemptView(attempt, app, session)));
    const attemptChanges = attempts.flatMap((attempt) => attempt.history.map((change) => ({ reference: attempt.reference, ...change })));
    const codes = found.codes.map((code) => codeView(code, session));
    const reports = found.reports.map(({ receivedAt, eventId: event_id, attemptReference: attempt, refundId: refund, ...report }) => ({
      received_at: session.timestamp(receivedAt),
      event_id,
      attempt,
      refund,
      ...report,
    }));
    const told = [
      payment,
      ...found.refunds,
      ...found.aliases,
      ...found.subscriptions.filter(({ transactionId }) => transactionId === payment.id),
    ];
    const [refunds, agreements, history, entries, deliveries] = await Promise.all([
      refundsPart(app, session, found.refunds),
      agreementsPart(app, session, found),
      historyPart(app, session, payment.id, { at: payment.createdAt, to: PAYMENT_TRANSITIONS.initial }),
      entriesPart(app, session, payment.id),
      deliveriesPart(app, session, ...told.map((subject) => subject.id)),
    ]);
    const view = { ...paymentView(payment, session), erased_at: session.timestamp(found.erasedAt) };
    const { customer, antifraud, billing, shipping, cart } = payment;
    return {
      json: {
        transaction: { ...view, customer, antifraud, billing, shipping, cart },
        attempts,
        codes,
        reports,
        refunds: refunds.json,
        agreements: agreements.json,
        history: history.json,
        entries: entries.json,
        deliveries: deliveries.json,
      },
      blocks: [
        ['Online payment', fields(view)],
        ['Attempts at channels', tableOrNothing(attempts, ATTEMPT_COLUMNS)],
        ['What became of the attempts', tableOrNothing(attemptChanges, ['reference', 'at', 'from', 'to', 'reason'])],
        ['BLIK codes', tableOrNothing(codes, ['attempt', 'sent_at', 'state', 'reason', 'ticket_code'])],
        ['Reports of acquirers', tableOrNothing(reports, ['received_at', 'connector', 'kind', 'outcome', 'effect', 'attempt', 'refund'])],
        ...refunds.blocks,
        ...agreements.blocks,
        history.block,
        entries.block,
        ...deliveries.blocks,
      ],
    };
  },
};

function emailOf(customer: PaymentTransaction['customer']): string | null {
  const email = customer?.['email'];
  return typeof email === 'string' ? email : null;
}

function paymentView(row: PaymentTransaction, session: Session) {
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

const ATTEMPT_COLUMNS = [
  'reference',
  'channel',
  'connector',
  'state',
  'reason',
  'ticket_code',
  'amount',
  'currency',
  'test',
  'started_at',
  'ask_at',
] as const;

/** With what it charges, which the payment need not be any more, and the changes of its state. */
async function attemptView(attempt: PaymentAttempt, app: INestApplicationContext, session: Session) {
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
    in_suspense: attempt.suspenseMinor === null ? null : formatAmount(attempt.suspenseMinor),
    started_at: session.timestamp(attempt.startedAt),
    expires_at: session.timestamp(attempt.expiresAt),
    ask_at: session.timestamp(attempt.askAt),
    ask_count: attempt.askCount,
    history: changes.map((change) => changeView(change, session)),
  };
}

function codeView(code: PaymentCode, session: Session) {
  return {
    attempt: code.attemptReference,
    sent_at: session.timestamp(code.sentAt),
    state: code.state,
    reason: code.reason,
    ticket_code: code.reason && TICKET_CODE_OF[code.reason],
    raw_code: code.rawCode,
  };
}
