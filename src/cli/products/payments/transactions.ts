import { parseWrittenAmount } from '../../../common/money/amount.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { CHANNEL_IDS } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { PollUnmatchedAttemptService } from '../../../products/payments/attempts/poll-unmatched-attempt.service.js';
import { MatchedReferencesQuery } from '../../../products/payments/settlement/matched-references.query.js';
import { UnmatchedPaymentCallbacksQuery } from '../../../products/payments/acquirer-callbacks/unmatched-callbacks.query.js';
import { InspectPaymentQuery, type PaymentInspection } from '../../../products/payments/review/inspect-payment.query.js';
import { PayerActivityQuery, type PayerActivity } from '../../../products/payments/risk/payer-activity.query.js';
import { FindPaymentsQuery } from '../../../products/payments/payments/find-payments.query.js';
import type { PaymentTransaction } from '../../../products/payments/payments/payment-transaction.entity.js';
import { PAYMENT_STATUSES, PAYMENT_TRANSITIONS } from '../../../products/payments/payments/states.js';
import { part, recordPart } from '../../output/result.js';
import { viewOf } from '../../output/view.js';
import { deliveryParts } from '../../result-parts/deliveries.result-parts.js';
import { entriesPart } from '../../result-parts/entries.result-parts.js';
import { historiesOf, historyPart } from '../../result-parts/history.result-parts.js';
import type { ProductTransactions } from '../product.js';
import { registrationParts } from './registrations.result-parts.js';
import { ATTEMPT_FIELDS, CODE_FIELDS, PAYMENT_FIELDS } from './payment.view.js';
import { refundParts } from './refunds.result-parts.js';
import { testAmountsPart } from './test-amounts.result-parts.js';

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
    const amountMinor = parseWrittenAmount(search.amount);
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
    const { payment, attempts, codes, callbacks, refunds, aliases, subscriptions, erasedAt } = inspection;
    // The attempt that took the money, otherwise the latest one: its payer is looked up.
    const reviewedAttempt = attempts.findLast(({ state }) => state === 'held' || state === 'paid') ?? attempts.at(-1);
    const payerActivity = reviewedAttempt ? await app.get(PayerActivityQuery).run(reviewedAttempt) : [];
    const attemptHistories = await historiesOf(app, session, 'reference', attempts, ({ reference }) => reference);
    const ownSubscriptions = subscriptions.filter(({ transactionId }) => transactionId === payment.id);
    const notifiedIds = [payment, ...refunds, ...aliases, ...ownSubscriptions].map((subject) => subject.id);
    const { customer, antifraud, billing, shipping, cart } = payment;
    const fromPartner = { customer, antifraud, billing, shipping, cart };
    return [
      recordPart('transaction', 'Online payment', PAYMENT_FIELDS, { ...payment, erasedAt }, session, fromPartner),
      part('attempts', 'Attempts at channels', ATTEMPT_FIELDS, attempts, session, attemptHistories.json),
      testAmountsPart(attempts, refunds),
      { text: ['History of the attempts', attemptHistories.table] },
      part('payer_activity', 'Payments of the payer in the hour before', PAYER_ACTIVITY, payerActivity, session),
      part('codes', 'BLIK codes', CODE_FIELDS, codes, session),
      part('callbacks', 'Callbacks of acquirers', CALLBACK, callbacks, session),
      ...(
        await Promise.all([
          refundParts(app, session, refunds),
          registrationParts(app, session, inspection),
          historyPart(app, session, payment.id, { at: payment.createdAt, to: PAYMENT_TRANSITIONS.initial }),
          entriesPart(app, session, payment.id),
          deliveryParts(app, session, ...notifiedIds),
        ])
      ).flat(),
    ];
  },
};

function emailOf(customer: PaymentTransaction['customer']): string | null {
  const email = customer?.['email'];
  return typeof email === 'string' ? email : null;
}
