import { payerNumberOf } from '../../../products/direct-billing/payer-number.js';
import { directBillingPageText } from '../../checkout/direct-billing/checkout-page.js';
import { PANEL_LOCALES } from '../texts/texts.js';
import { formatPayer } from '../transactions/format-payer.js';
import type { DirectBillingFacts } from './transaction-facts.query.js';
import { notificationSteps } from './notification-steps.js';
import { toneOf } from '../transactions/status-tone.js';
import { presentFacts, type HistoryStep, type TransactionHistory, type Tone, type HistoryContext } from './history-context.js';

const BAD_STATES: readonly string[] = ['refused', 'wrong_code', 'not_sent', 'reversal_due', 'transaction_db_rejected'];
const GOOD_STATES: readonly string[] = ['booked', 'reversed', 'transaction_db_payed'];

const changeTone = (to: string): Tone => (GOOD_STATES.includes(to) ? 'good' : BAD_STATES.includes(to) ? 'bad' : '');

/** The history of a DirectBilling transaction in sentences. */
export function directBillingHistory(
  { found, page, history, deliveries }: DirectBillingFacts,
  context: HistoryContext,
): TransactionHistory {
  const { transaction, charges } = found;
  const { t, money, statuses, seesPayers } = context;
  const amount = money(transaction.grossMinor);
  const isPayed = transaction.status === 'transaction_db_payed';
  const rejectionText = transaction.rejection && t.rejections[transaction.rejection];
  const steps: HistoryStep[] = [
    { at: transaction.createdAt, text: t.made.directbilling(amount) },
    ...charges.map((charge): HistoryStep => ({ at: charge.sentAt, text: t.charge(charge.operator) })),
    ...history.map(({ subjectId, to, at }): HistoryStep => {
      if (subjectId !== transaction.id) return { at, text: t.charges[to as keyof typeof t.charges], tone: changeTone(to) };
      const detail = to === 'transaction_db_rejected' && rejectionText;
      return { at, text: t.bills[to as keyof typeof t.bills], tone: changeTone(to), ...(detail && { detail }) };
    }),
    ...notificationSteps(deliveries, context),
  ];
  return {
    status: statuses[transaction.status] ?? transaction.status,
    tone: toneOf(transaction.status),
    amount,
    isTest: transaction.test,
    erased: found.erasedAt !== null,
    facts: presentFacts([
      [t.facts.id, transaction.id],
      [t.facts.number, payerNumberOf(transaction.id)],
      [t.facts.through, transaction.operator],
      [t.facts.payer, formatPayer(transaction.phoneNumber, seesPayers)],
      [t.facts.control, transaction.control],
      [t.facts.description, transaction.description],
      [t.facts.share, isPayed ? money(transaction.partnerMinor) : null],
    ]),
    payer: page ? PANEL_LOCALES.map((lang) => ({ lang, lines: directBillingPageText(page, lang) })) : [],
    steps,
  };
}
