import { DateTime } from 'luxon';
import { isWellFormed, toWellFormed } from '../../../common/validation/well-formed.js';
import type { InboundMessage } from './inbound-message.js';

const MAX_ID_LENGTH = 255;
/** A gateway's clock may be ahead by this much. */
const AHEAD_MS = 24 * 3_600_000;

/**
 * The payer has been charged for the message, so malformed text is replaced, not refused.
 * @returns the message, or a sentence for the SMS gateway's staff about what is missing.
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

/** ISO 8601 or `YYYY-MM-DD HH:MM[:SS]` (in the display time zone when it names none), or Unix seconds. */
function readTime(text: string, zone: string, now: Date): Date | null {
  const time = text.trim();
  const parsed = /^\d{9,11}$/.test(time) ? DateTime.fromSeconds(Number(time)) : DateTime.fromISO(time.replace(' ', 'T'), { zone });
  if (!parsed.isValid || parsed.year < 2000 || parsed.toMillis() > now.getTime() + AHEAD_MS) return null;
  return parsed.toJSDate();
}
