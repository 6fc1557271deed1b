import { formatAmount } from '../../../common/money/amount.js';
import type { PaymentAttempt } from '../../../products/payments/attempts/payment-attempt.entity.js';
import { ChargebacksQuery, type ListedChargeback } from '../../../products/payments/chargebacks/chargebacks.query.js';
import { PaymentExceptionQueries } from '../../../products/payments/review/payment-exception.queries.js';
import { ReviewHeldPaymentService } from '../../../products/payments/review/review-held-payment.service.js';
import type { PaymentTransaction } from '../../../products/payments/payments/payment-transaction.entity.js';
import { CLI_COMMAND } from '../../../runtime/cli-command.js';
import { changeCommand, listCommand, noun } from '../../command.js';
import { argument } from '../../inputs.js';
import { money, viewOf } from '../../output/view.js';
import { UserError } from '../../user-error.js';
import { parseUuid } from '../../values/identifiers.js';
import { expired } from './expired.command.js';
import { link } from './links.commands.js';
import { refund } from './refund.command.js';
import { REFUND_FIELDS } from './refunds.result-parts.js';

const EXAMPLE_ID = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';

const held = listCommand({
  description: 'list payments whose money is held because they may be fraud, longest waiting first',
  view: viewOf<PaymentTransaction>()({
    held_at: 'heldAt',
    transaction_id: 'id',
    service_id: 'serviceId',
    test: 'test',
    reason: 'holdReason',
    channel: 'channel',
    value: money('plnMinor'),
    currency: () => 'PLN',
  }),
  limit: 100,
  rows: ({ app }, _, limit) => app.get(PaymentExceptionQueries).heldPayments(limit),
  empty: 'No payment is held.',
});

const decision = (verb: 'release' | 'reject', status: string, description: string) =>
  changeCommand({
    description,
    needsReason: true,
    takes: { id: argument('<id>', 'transaction id', parseUuid) },
    examples: [`payment ${verb} ${EXAMPLE_ID} --reason "Asked the payer"`],
    async run({ app }, { id }) {
      if (!(await app.get(ReviewHeldPaymentService)[verb](id)))
        throw new UserError(`Payment ${id} is not held. See the held payments: ${CLI_COMMAND} payment held`);
      return {
        json: { id, status },
        text: `Payment ${id} is ${status} now. See its details: ${CLI_COMMAND} transaction show ${id}`,
      };
    },
  });

const suspense = listCommand({
  description: 'list money that belongs to no payment (paid twice, a wrong amount, rejected as fraud), newest first',
  notes: 'return_due: its reversal is due. returned: it is reversed. suspense: staff must deal with it at the acquirer.',
  view: viewOf<PaymentAttempt>()({
    at: 'updatedAt',
    state: 'state',
    conflict: 'conflict',
    conflict_amount: money('conflictMinor'),
    conflict_currency: 'conflictCurrency',
    test: 'test',
    channel: 'channel',
    connector: 'connector',
    in_suspense: { value: ({ suspenseMinor }) => formatAmount(suspenseMinor ?? 0), align: 'right' },
    currency: () => 'PLN',
    transaction_id: 'transactionId',
    service_id: 'serviceId',
    provider_ref: 'providerRef',
  }),
  limit: 100,
  rows: ({ app }, _, limit) => app.get(PaymentExceptionQueries).attemptsWithSuspenseMoney(limit),
  empty: 'No money in suspense.',
});

const conflicts = listCommand({
  description: 'list payments with conflicting status updates of their acquirer, longest waiting first',
  notes: `entered: the amount in the ledger, as the acquirer reported it first. conflict_amount: the amount that it reported later, if any.
conflict: other_sum: it took, or is about to take, another amount; failed_, canceled_ and expired_after_payment: it took nothing after all;
return_…: of money in suspense it reversed another amount, reversed it after refusing, or did not reverse it after confirming.
next_poll_at: when the acquirer is polled next. Without it, polls do not resolve the conflict.`,
  view: viewOf<PaymentAttempt>()({
    at: 'conflictAt',
    state: 'state',
    conflict: 'conflict',
    test: 'test',
    channel: 'channel',
    connector: 'connector',
    entered: { value: ({ capturedMinor, amountMinor }) => formatAmount(capturedMinor ?? amountMinor), align: 'right' },
    currency: ({ capturedCurrency, currency }) => capturedCurrency ?? currency,
    conflict_amount: money('conflictMinor'),
    conflict_currency: 'conflictCurrency',
    transaction_id: 'transactionId',
    provider_ref: 'providerRef',
    next_poll_at: 'nextPollAt',
  }),
  limit: 100,
  rows: ({ app }, _, limit) => app.get(PaymentExceptionQueries).attemptsWithConflict(limit),
  empty: 'No payment has a conflict.',
});

const refunds = listCommand({
  description: 'list refunds whose outcome is unknown, and those with a conflict, longest waiting first',
  notes: `A refund that is new or pending has its money reserved, and its acquirer is polled until the outcome is definite.
conflict: other_sum: the acquirer refunded another amount (conflict_amount) than was requested; completed_after_release: it refunded what it
had refused before, so the wallet has money that the payer has; rejected_after_completion: polls decide which is true.`,
  // The table has the columns that staff need first.
  view: REFUND_FIELDS.with({ transaction_id: 'transactionId' }).only(
    'created_at',
    'status',
    'conflict',
    'conflict_amount',
    'conflict_currency',
    'test',
    'channel',
    'connector',
    'amount',
    'currency',
    'transaction_id',
    'id',
    'provider_ref',
    'poll_count',
    'next_poll_at',
  ),
  limit: 100,
  rows: ({ app }, _, limit) => app.get(PaymentExceptionQueries).openRefunds(limit),
  empty: 'No refund is open.',
});

const chargebacks = listCommand({
  description: 'list chargebacks, newest first',
  notes: `out_of_wallet and receivable are PLN: the amount from the wallet, and the rest that the partner owes. for_staff: it could not
be booked (unmatched payment, another currency, more than was paid). Check it at the acquirer.`,
  view: viewOf<ListedChargeback>()({
    at: 'at',
    state: 'state',
    test: 'test',
    channel: 'channel',
    amount: money('amountMinor'),
    currency: 'currency',
    out_of_wallet: money('availableMinor'),
    receivable: money('receivableMinor'),
    transaction_id: 'transactionId',
    partner_id: 'partnerId',
    connector: 'connector',
    event_id: 'eventId',
  }),
  limit: 100,
  rows: ({ app }, _, limit) => app.get(ChargebacksQuery).run(limit),
  empty: 'No chargebacks.',
});

export const payment = noun({
  examples: [
    'payment held',
    `payment release ${EXAMPLE_ID} --reason "Asked the payer"`,
    'payment suspense',
    'payment conflicts',
    'payment refunds',
    'payment link create --service 0f3a9c21 --amount 49.90 --description "Guitar lesson"',
  ],
  commands: {
    held,
    release: decision('release', 'transaction_paid', 'release a held payment that is no fraud: the partner gets the money and is notified'),
    reject: decision(
      'reject',
      'transaction_fraud',
      'reject a held payment as fraud: the money is reversed at the acquirer, and the partner is notified',
    ),
    suspense,
    conflicts,
    refunds,
    chargebacks,
    expired,
    refund,
    link,
  },
});
