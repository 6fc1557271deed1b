import type { OnlinePayment } from '../model/online-payment.js';

interface CodeEvent {
  type?: string;
  data?: { ticket_status?: string };
}

const ABOUT_CODES = 'transaction_blik_level0:code_status_changed';
/** Results that end a code, apart from a result about the code itself. */
const ENDS = ['code refused', 'failed', 'canceled', 'expired', 'not_found'];

export function isCodeEvent(body: string): boolean {
  return (JSON.parse(body) as CodeEvent).type === ABOUT_CODES;
}

/** Why a partner must not be notified this about a code; null when a report justifies it. One code at most pays an attempt. */
export function codeEventUnjustified({ attempts, notifiedCodeOutcomes }: OnlinePayment, body: string): string | null {
  const status = (JSON.parse(body) as CodeEvent).data?.ticket_status ?? '';
  notifiedCodeOutcomes.push(status);
  const ofCodes = attempts.filter(({ channel }) => channel === 'blik-level0');
  if (status !== 'VALID')
    return ofCodes.some(({ reportedOutcomes }) => ENDS.some((word) => reportedOutcomes.has(word))) ? null : 'no report refused it';
  const paid = ofCodes.filter(({ reportedOutcomes }) => reportedOutcomes.has('paid')).length;
  return notifiedCodeOutcomes.filter((notified) => notified === 'VALID').length <= paid ? null : 'it has not paid';
}
