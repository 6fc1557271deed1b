import { DateTime } from 'luxon';
import { restoreOffsetSign } from '../../../common/time/moment.js';
import { isWellFormed, toWellFormed } from '../../../common/validation/well-formed.js';
import type { InboundMessage } from './inbound-message.js';

const MAX_ID_LENGTH = 255;
/** The clock of an SMS gateway may be ahead by a day at most. A later time is ignored. */
const MAX_AHEAD_MS = 24 * 3_600_000;
/** An earlier time is ignored, because it is a mistake. */
const MIN_YEAR = 2000;

/**
 * Reads a message from the parameters of a request. Malformed characters are replaced and not rejected, because the payer has already been
 * charged for the message.
 * @returns the message, or an error message about a missing or invalid parameter, for the staff of the SMS gateway.
 */
export function readMessage(parameters: ReadonlyMap<string, string>, zone: string, now: Date): InboundMessage | string {
  const [id = '', from = '', to = ''] = ['id', 'from', 'to'].map((name) => (parameters.get(name) ?? '').trim());
  const missing = Object.entries({ id, from, to }).find(([, value]) => value === '')?.[0];
  if (missing) return `The parameter ${missing} is missing.`;
  if (id.length > MAX_ID_LENGTH || !isWellFormed(id))
    return `The parameter id must be text of at most ${MAX_ID_LENGTH} characters without control characters.`;
  return {
    id,
    from: toWellFormed(from),
    to: toWellFormed(to),
    text: toWellFormed(parameters.get('text') ?? ''),
    sentAt: readTime(parameters.get('time') ?? '', zone, now),
  };
}

/**
 * Reads Unix seconds or ISO 8601, also with a space instead of the T. A time without an offset is in the display time zone. When the zone has such a
 * time twice, the present offset counts, because the message has just been sent.
 * @returns null for a missing, malformed or implausible time.
 */
function readTime(text: string, zone: string, now: Date): Date | null {
  const time = restoreOffsetSign(text.trim()).replace(' ', 'T');
  const parsed = /^\d{9,11}$/.test(time) ? DateTime.fromSeconds(Number(time)) : DateTime.fromISO(time, { zone });
  if (!parsed.isValid || parsed.year < MIN_YEAR || parsed.toMillis() > now.getTime() + MAX_AHEAD_MS) return null;
  return parsed.toJSDate();
}
