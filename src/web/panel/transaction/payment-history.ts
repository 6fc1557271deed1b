import { channelOf } from '../../../connectors/acquirers/catalogue/channel-catalogue.js';
import { type FailureReason, BLIK_ERROR_CODE_OF } from '../../../connectors/acquirers/port/failure-reasons.js';
import type { PaymentInspection } from '../../../products/payments/review/inspect-payment.query.js';
import { paymentPageText } from '../../checkout/payments/checkout-page.js';
import { PANEL_LOCALES } from '../texts/texts.js';
import { formatPayer } from '../transactions/format-payer.js';
import type { PaymentFacts } from './transaction-facts.query.js';
import { notificationSteps } from './notification-steps.js';
import { toneOf } from '../transactions/status-tone.js';
import { presentFacts, type HistoryStep, type TransactionHistory, type Tone, type HistoryContext } from './history-context.js';

type Attempt = PaymentInspection['attempts'][number];

const BAD_STATES: readonly string[] = [
  'failed',
  'not_sent',
  'suspense',
  'refund_rejected',
  'refund_failed',
  'transaction_failure',
  'transaction_fraud',
];
const GOOD_STATES: readonly string[] = ['paid', 'returned', 'refund_completed', 'transaction_paid', 'transaction_refunded'];
/** State changes of the payment that are left out, because those of its attempts are more precise. */
const SHOWN_BY_ATTEMPTS: readonly string[] = ['transaction_generated', 'transaction_confirmed'];

const changeTone = (to: string): Tone => (GOOD_STATES.includes(to) ? 'good' : BAD_STATES.includes(to) ? 'bad' : '');

/** The history of an online payment in sentences. */
export function paymentHistory({ found, page, history, deliveries }: PaymentFacts, context: HistoryContext, now: Date): TransactionHistory {
  const { payment, attempts, codes, refunds } = found;
  const { t, money, statuses, seesPayers } = context;
  const amount = money(payment.amountMinor, payment.currency);
  const email: unknown = payment.customer?.['email'];
  const channelName = (channel: Attempt['channel']): string => channelOf(channel).name;
  const steps: HistoryStep[] = [
    { at: payment.createdAt, text: t.made.payment(amount) },
    ...attempts.map((attempt): HistoryStep => ({ at: attempt.startedAt, text: t.attempt(channelName(attempt.channel)) })),
    ...codes.map((code): HistoryStep => ({
      at: code.sentAt,
      text: code.reason ? t.codeRefused : t.code,
      ...(code.reason && { detail: reasonText(code.reason, code.rawCode, context), tone: 'bad' }),
    })),
    ...refunds.map((refund): HistoryStep => ({ at: refund.createdAt, text: t.refund(money(refund.amountMinor, refund.currency)) })),
    ...history.flatMap(({ subjectId, to, at }): HistoryStep[] => {
      if (subjectId === payment.id)
        return SHOWN_BY_ATTEMPTS.includes(to) ? [] : [{ at, text: t.payments[to as keyof typeof t.payments], tone: changeTone(to) }];
      const attempt = attempts.find(({ reference }) => reference === subjectId);
      if (!attempt) return [{ at, text: t.refundChanges[to as keyof typeof t.refundChanges], tone: changeTone(to) }];
      const failureReason = to === 'failed' && attempt.reason ? reasonText(attempt.reason, attempt.rawCode, context) : '';
      return [
        { at, text: t.attempts[to as keyof typeof t.attempts], tone: changeTone(to), ...(failureReason && { detail: failureReason }) },
      ];
    }),
    ...notificationSteps(deliveries, context),
  ];
  return {
    status: statuses[payment.status] ?? payment.status,
    tone: toneOf(payment.status),
    amount,
    isTest: payment.test,
    erased: found.erasedAt !== null,
    facts: presentFacts([
      [t.facts.id, payment.id],
      [t.facts.number, payment.payerTransactionId],
      [t.facts.through, payment.channel && channelName(payment.channel)],
      [t.facts.payer, typeof email === 'string' ? formatPayer(email, seesPayers) : null],
      [t.facts.control, payment.control],
      [t.facts.description, payment.description],
      [t.facts.value, payment.currency === 'PLN' ? null : money(payment.plnMinor)],
      [t.facts.commission, payment.commissionMinor === null ? null : money(payment.commissionMinor)],
      [t.facts.share, payment.partnerMinor === null ? null : money(payment.partnerMinor)],
    ]),
    payer: page ? PANEL_LOCALES.map((lang) => ({ lang, lines: paymentPageText(page, lang, now) })) : [],
    steps,
  };
}

/** The decline reason as text, with the code in the partner's notification and, for staff, the acquirer's own code. */
function reasonText(reason: FailureReason, rawCode: string | null, { t, isStaff }: HistoryContext): string {
  const codes = [BLIK_ERROR_CODE_OF[reason], isStaff ? rawCode : null].filter(Boolean).join(', ');
  return t.why[reason] + (codes && ` (${codes})`);
}
