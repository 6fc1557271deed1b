import { parseAmount } from '../../../common/money/amount.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { CHANNEL_IDS } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { PollUnmatchedAttemptService } from '../../../products/payments/attempts/poll-unmatched-attempt.service.js';
import { MatchedReferencesQuery } from '../../../products/payments/callbacks/matched-references.query.js';
import { UnmatchedPaymentCallbacksQuery } from '../../../products/payments/callbacks/unmatched-callbacks.query.js';
import { InspectPaymentQuery, type PaymentInspection } from '../../../products/payments/review/inspect-payment.query.js';
import { PayerActivityQuery, type PayerActivity } from '../../../products/payments/review/payer-activity.query.js';
import { FindPaymentsQuery } from '../../../products/payments/transactions/find-payments.query.js';
import type { PaymentTransaction } from '../../../products/payments/transactions/payment-transaction.entity.js';
import { PAYMENT_STATUSES, PAYMENT_TRANSITIONS } from '../../../products/payments/transactions/payment-transitions.js';
import { viewOf } from '../../output/view.js';
import { deliveriesSection } from '../../sections/deliveries.section.js';
import { entriesSection } from '../../sections/entries.section.js';
import { historiesOf, historySection } from '../../sections/history.section.js';
import type { ProductTransactions } from '../product.js';
import { registrationsSection } from './registrations.section.js';
import { ATTEMPT_FIELDS, CODE_FIELDS, PAYMENT_FIELDS } from './payment.view.js';
import { refundsSection } from './refunds.section.js';
import { testAmountsPart } from './test-amounts.part.js';

const PAYER_ID = /^[A-Z0-9]{8}$/;

type Callback = PaymentInspection['callbacks'][number];

const CALLBACK = viewOf<Callback>()({
  received_at: 'receivedAt',
  event_id: 'eventId',
  attempt: 'attemptReference',
  refund: 'refundId',
  connector: 'connector',
  kind: 'kind',
  outcome: 'outcome',
  effect: 'effect',
}).only('received_at', 'connector', 'kind', 'outcome', 'effect', 'attempt', 'refund');

const PAYER_ACTIVITY = viewOf<PayerActivity>()({ by: 'by', here: 'here', elsewhere: 'elsewhere', partners: 'partners' });

export const paymentTransactions: ProductTransactions = {
  exampleId: 'K7Q2ZP0D',
  idHint: 'Use the id from the response to the create request, or the eight characters that the payer sees.',

  readId(text) {
    const id = isUuid(text.toLowerCase()) ? text.toLowerCase() : text.toUpperCase();
    return isUuid(id) || PAYER_ID.test(id) ? id : null;
  },

  searchFields: { control: 'any', number: 'any', amount: 'any', email: 'any', channel: CHANNEL_IDS, status: PAYMENT_STATUSES },

  async find(app, search) {
    const { control = null, email = null, channel = null, status = null, number } = search;
    const payerTransactionId = number?.toUpperCase() ?? null;
    if (payerTransactionId !== null && !PAYER_ID.test(payerTransactionId)) return [];
    const amountMinor = parseAmount(search.amount);
    const rows = await app.get(FindPaymentsQuery).run({ ...search, control, email, channel, status, amountMinor, payerTransactionId });
    return rows.map(({ channel: through, customer, ...row }) => ({ ...row, through, payer: emailOf(customer) }));
  },

  async unmatched(app, since) {
    const rows = await app.get(UnmatchedPaymentCallbacksQuery).run(since);
    return rows.map(({ receivedAt: at, connector: provider, gatewayReference, ...callback }) => ({
      at,
      provider,
      gatewayReference,
      ...callback,
    }));
  },

  matched: (app, names) => app.get(MatchedReferencesQuery).run(names),

  poll: (app, { provider, reference, amountMinor, currency }) =>
    app.get(PollUnmatchedAttemptService).run(provider, reference, { amountMinor: amountMinor ?? 0, currency: currency ?? 'PLN' }),

  async show(app, session, id) {
    const inspection = await app.get(InspectPaymentQuery).run(isUuid(id) ? { id } : { payerTransactionId: id });
    if (!inspection) return null;
    const { payment } = inspection;
    const notifiedSubjects = [
      payment,
      ...inspection.refunds,
      ...inspection.aliases,
      ...inspection.subscriptions.filter(({ transactionId }) => transactionId === payment.id),
    ];
    // The attempt that took the money, otherwise the latest one: its payer is looked up.
    const reviewedAttempt = inspection.attempts.findLast(({ state }) => state === 'held' || state === 'paid') ?? inspection.attempts.at(-1);
    const [attemptHistories, payerActivity, refunds, registrations, history, entries, deliveries] = await Promise.all([
      historiesOf(
        app,
        session,
        'reference',
        inspection.attempts.map(({ reference }) => reference),
      ),
      reviewedAttempt ? app.get(PayerActivityQuery).run(reviewedAttempt) : [],
      refundsSection(app, session, inspection.refunds),
      registrationsSection(app, session, inspection),
      historySection(app, session, payment.id, { at: payment.createdAt, to: PAYMENT_TRANSITIONS.initial }),
      entriesSection(app, session, payment.id),
      deliveriesSection(app, session, ...notifiedSubjects.map((subject) => subject.id)),
    ]);
    const row = { ...payment, erasedAt: inspection.erasedAt };
    const { customer, antifraud, billing, shipping, cart } = payment;
    const testAmounts = testAmountsPart(inspection.attempts, inspection.refunds);
    return {
      json: {
        transaction: { ...PAYMENT_FIELDS.json(row, session), customer, antifraud, billing, shipping, cart },
        attempts: inspection.attempts.map((attempt, index) => ({
          ...ATTEMPT_FIELDS.json(attempt, session),
          history: attemptHistories.json[index],
        })),
        test_amounts: testAmounts.json,
        payer_activity: payerActivity,
        codes: inspection.codes.map((code) => CODE_FIELDS.json(code, session)),
        callbacks: inspection.callbacks.map((callback) => CALLBACK.json(callback, session)),
        refunds: refunds.json,
        registrations: registrations.json,
        history: history.json,
        entries: entries.json,
        deliveries: deliveries.json,
      },
      blocks: [
        ['Online payment', PAYMENT_FIELDS.record(row, session)],
        ['Attempts at channels', ATTEMPT_FIELDS.table(inspection.attempts, session)],
        ...testAmounts.blocks,
        ['History of the attempts', attemptHistories.table],
        ['Payments of the payer in the hour before', PAYER_ACTIVITY.table(payerActivity, session)],
        ['BLIK codes', CODE_FIELDS.table(inspection.codes, session)],
        ['Callbacks of acquirers', CALLBACK.table(inspection.callbacks, session)],
        ...refunds.blocks,
        ...registrations.blocks,
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
