import type { OnlinePayment } from '../model/online-payment.js';

interface CodeEvent {
  type?: string;
  data?: { ticket_status?: string };
}

const CODE_EVENT_TYPE = 'transaction_blik_level0:code_status_changed';
/** Outcomes of an attempt after which its code is refused. */
const REFUSING_OUTCOMES = ['code refused', 'failed', 'canceled', 'expired', 'not_found'];

export function isCodeEvent(body: string): boolean {
  return (JSON.parse(body) as CodeEvent).type === CODE_EVENT_TYPE;
}

/**
 * Records in the model that the partner is notified of a code's result.
 * @returns why no status update justifies the notification; null when one does. At most one code pays an attempt.
 */
export function recordCodeEvent({ attempts, notifiedCodeOutcomes }: OnlinePayment, body: string): string | null {
  const status = (JSON.parse(body) as CodeEvent).data?.ticket_status ?? '';
  notifiedCodeOutcomes.push(status);
  const codeAttempts = attempts.filter(({ channel }) => channel === 'blik-level0');
  if (status !== 'VALID')
    return codeAttempts.some(({ reportedOutcomes }) => REFUSING_OUTCOMES.some((outcome) => reportedOutcomes.has(outcome)))
      ? null
      : 'no status update refused it';
  const paidCount = codeAttempts.filter(({ reportedOutcomes }) => reportedOutcomes.has('paid')).length;
  return notifiedCodeOutcomes.filter((notified) => notified === 'VALID').length <= paidCount ? null : 'no attempt was paid with it';
}
