import type { AcquirerEvent, ParsedCallback, CallbackResponse } from '../port/callback.js';
import { toAliasResult, toMandateResult } from './sandbox-mandate.mapping.js';
import { hasReadableAmount, type AcquirerMembers, toAttemptResult, toRefundResult } from './sandbox-acquirer.mapping.js';

const ACKNOWLEDGEMENT: CallbackResponse = { status: 200, contentType: 'application/json', body: '{"result":"TAKEN"}' };

/**
 * Maps a callback with a valid signature. A callback of an unknown kind is acknowledged and ignored, because the acquirer would otherwise
 * repeat the callback for ever. A callback with an invalid amount is a hint, so that the acquirer is polled.
 */
export function toParsedCallback(members: AcquirerMembers): ParsedCallback {
  const event = eventOf(members);
  if (event && !hasReadableAmount(members)) return { verdict: 'hint', about: [event], answer: ACKNOWLEDGEMENT };
  return { verdict: 'verified', events: event ? [event] : [], answer: ACKNOWLEDGEMENT };
}

function eventOf(members: AcquirerMembers): AcquirerEvent | null {
  const [eventId, providerRef, reference] = [textOf(members['eventId']), textOf(members['id']), textOf(members['reference'])];
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

/** The unchanged text. The product rejects a text that the database cannot store. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
