import type { ChannelEvent, ReadReport, ReportAnswer } from '../port/report.js';
import { toAliasResult, toConsentResult } from './sandbox-agreement.mapping.js';
import { type Members, moneyOf, textOf, toAttemptResult, toRefundResult } from './sandbox-channel.mapping.js';

const TAKEN: ReportAnswer = { status: 200, contentType: 'application/json', body: '{"result":"TAKEN"}' };

/** A report whose signature is right. What it tells of something unheard-of is taken and forgotten, or it would come again for ever. */
export function toReadReport(members: Members): ReadReport {
  const event = eventOf(members);
  return { verdict: 'verified', events: event ? [event] : [], answer: TAKEN };
}

function eventOf(members: Members): ChannelEvent | null {
  const [eventId, providerRef, reference] = [textOf(members['eventId']), textOf(members['id']), textOf(members['reference'])];
  if (eventId === null || (providerRef === null && reference === null)) return null;
  const subject = { eventId, providerRef, reference };
  switch (members['event']) {
    case 'PAYMENT':
      return { ...subject, kind: 'attempt', result: toAttemptResult(members) };
    case 'REFUND':
      return { ...subject, kind: 'refund', result: toRefundResult(members), money: moneyOf(members) };
    case 'CONSENT':
      return { ...subject, kind: 'consent', result: toConsentResult(members) };
    case 'ALIAS':
      return { ...subject, kind: 'alias', result: toAliasResult(members) };
    default:
      return null;
  }
}
