import { isUuid } from '../../../common/validation/is-uuid.js';
import { CHANNEL_IDS } from '../../../connectors/channels/catalogue/channel-ids.js';
import type { PaymentTransaction } from '../../../products/payments/transactions/payment-transaction.entity.js';
import { AskUnknownAttemptService } from '../../../products/payments/attempts/ask-unknown-attempt.service.js';
import { KnownNamesQuery } from '../../../products/payments/reports/known-names.query.js';
import { PayerElsewhereQuery } from '../../../products/payments/review/payer-elsewhere.query.js';
import { FindPaymentsQuery } from '../../../products/payments/transactions/find-payments.query.js';
import { InspectPaymentQuery } from '../../../products/payments/review/inspect-payment.query.js';
import { PAYMENT_STATUSES, PAYMENT_TRANSITIONS } from '../../../products/payments/transactions/payment-transitions.js';
import { deliveriesPart } from '../../sections/deliveries.part.js';
import { entriesPart } from '../../ledger/entries.part.js';
import { fields } from '../../output/fields.js';
import { tableOrNothing } from '../../output/table.js';
import { UnknownPaymentReportsQuery } from '../../../products/payments/reports/unknown-reports.query.js';
import { historyPart } from '../../sections/history.part.js';
import type { ProductTransactions } from '../product.js';
import { agreementsPart } from './agreements.part.js';
import { attemptView, codeView, paymentView } from './payment.view.js';
import { refundsPart } from './refunds.part.js';

const PAYER_ID = /^[A-Z0-9]{8}$/;

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

  async unknown(app, since) {
    const rows = await app.get(UnknownPaymentReportsQuery).run(since);
    return rows.map(({ receivedAt: at, connector: party, ...report }) => ({ at, party, ...report }));
  },

  known: (app, names) => app.get(KnownNamesQuery).run(names),

  ask: (app, { party, reference, amountMinor, currency }) =>
    app.get(AskUnknownAttemptService).run(party, reference, { amountMinor: amountMinor ?? 0, currency: currency ?? 'PLN' }),

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
    const judged = found.attempts.findLast(({ state }) => state === 'held' || state === 'paid') ?? found.attempts.at(-1);
    const [payerSeen, refunds, agreements, history, entries, deliveries] = await Promise.all([
      judged ? app.get(PayerElsewhereQuery).run(judged) : [],
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
        payer_seen: payerSeen,
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
        ['Payments of the payer in the hour before', tableOrNothing(payerSeen, ['by', 'here', 'elsewhere', 'partners'])],
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
