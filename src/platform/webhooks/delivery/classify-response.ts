import type { OutboundResponse } from '../../outbound/outbound-message.js';

/** How an attempt ended. `failed`: no complete response came. */
export type DeliveryOutcome = 'acknowledged' | 'not_acknowledged' | 'gone' | 'failed';

const ACKNOWLEDGEMENT = 'OK';
const GONE = 410;

/** Only HTTP 200 with the trimmed body `OK` acknowledges. 410 asks to stop. */
export function classifyResponse({ httpStatus, excerpt, errorCode }: OutboundResponse): DeliveryOutcome {
  if (excerpt === null) return 'failed';
  if (httpStatus === GONE) return 'gone';
  return httpStatus === 200 && errorCode === null && excerpt.trim() === ACKNOWLEDGEMENT ? 'acknowledged' : 'not_acknowledged';
}
