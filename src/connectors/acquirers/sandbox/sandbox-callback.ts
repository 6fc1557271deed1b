import type { AcquirerEvent, ParsedCallback, CallbackResponse } from '../port/callback.js';
import { toAliasResult, toMandateResult } from './sandbox-mandate.mapping.js';
import { hasReadableAmount, type AcquirerMembers, toAttemptResult, toRefundResult } from './sandbox-acquirer.mapping.js';

const TAKEN: CallbackResponse = { status: 200, contentType: 'application/json', body: '{"result":"TAKEN"}' };

/**
 * Reads a report with a valid signature. One of an unknown kind is acknowledged and dropped, or it would be repeated for ever. One with an
 * unreadable sum is a hint, so that the acquirer is polled.
 */
export function toParsedCallback(members: AcquirerMembers): ParsedCallback {
  const event = eventOf(members);
  if (event && !hasReadableAmount(members)) return { verdict: 'hint', about: [event], answer: TAKEN };
  return { verdict: 'verified', events: event ? [event] : [], answer: TAKEN };
}

function eventOf(members: AcquirerMembers): AcquirerEvent | null {
  const [eventId, providerRef, reference] = [nameOf(members['eventId']), nameOf(members['id']), nameOf(members['reference'])];
  if (eventId === null || (providerRef === null && reference === null)) return null;
  const subject = { eventId, providerRef, reference };
  switch (members['event']) {
    case 'PAYMENT':
      return { ...subject, kind: 'attempt', result: toAttemptResult(members) };
    case 'REFUND':
      return { ...subject, kind: 'refund', result: toRefundResult(members) };
    case 'CONSENT':
      return { ...subject, kind: 'consent', result: toMandateResult(members) };
    case 'ALIAS':
      return { ...subject, kind: 'alias', result: toAliasResult(members) };
    default:
      return null;
  }
}

/** The text as it was signed. The product refuses texts that it cannot store. */
function nameOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
