import type { OutboundResponse } from '../../outbound/outbound-message.js';

/** How an attempt ended. `failed`: no complete response came. */
export type AttemptOutcome = 'acknowledged' | 'not_acknowledged' | 'gone' | 'failed';

const ACKNOWLEDGEMENT = 'OK';
const GONE = 410;

/** Acknowledged is HTTP 200 with a body that is `OK` after trimming, and nothing else. 410 asks to stop. */
export function judgeResponse({ httpStatus, excerpt, errorCode }: OutboundResponse): AttemptOutcome {
  if (excerpt === null) return 'failed';
  if (httpStatus === GONE) return 'gone';
  return httpStatus === 200 && errorCode === null && excerpt.trim() === ACKNOWLEDGEMENT ? 'acknowledged' : 'not_acknowledged';
}
