import type { ChannelEvent, ReadReport, ReportAnswer } from '../port/report.js';
import { toAliasResult, toConsentResult } from './sandbox-agreement.mapping.js';
import { isSumReadable, type Members, toAttemptResult, toRefundResult } from './sandbox-channel.mapping.js';

const TAKEN: ReportAnswer = { status: 200, contentType: 'application/json', body: '{"result":"TAKEN"}' };

/**
 * A report whose signature is right. What it tells of something unheard-of is taken and forgotten, or it would come again for ever. One whose
 * sum cannot be read says too little: the acquirer is asked.
 */
export function toReadReport(members: Members): ReadReport {
  const event = eventOf(members);
  if (event && !isSumReadable(members)) return { verdict: 'hint', about: [event], answer: TAKEN };
  return { verdict: 'verified', events: event ? [event] : [], answer: TAKEN };
}

function eventOf(members: Members): ChannelEvent | null {
  const [eventId, providerRef, reference] = [nameOf(members['eventId']), nameOf(members['id']), nameOf(members['reference'])];
  if (eventId === null || (providerRef === null && reference === null)) return null;
  const subject = { eventId, providerRef, reference };
  switch (members['event']) {
    case 'PAYMENT':
      return { ...subject, kind: 'attempt', result: toAttemptResult(members) };
    case 'REFUND':
      return { ...subject, kind: 'refund', result: toRefundResult(members) };
    case 'CONSENT':
      return { ...subject, kind: 'consent', result: toConsentResult(members) };
    case 'ALIAS':
      return { ...subject, kind: 'alias', result: toAliasResult(members) };
    default:
      return null;
  }
}

/** As it was signed: what nobody can use of it is refused where it is kept. */
function nameOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
