import type { OutboundResponse } from '../../outbound/outbound-message.js';

/**
 * Outcome of a delivery attempt. `acknowledged`: HTTP 200 with the body `OK`. `gone`: HTTP 410. `not_acknowledged`: any other response.
 * `failed`: no response arrived, or it broke off.
 */
export type DeliveryOutcome = 'acknowledged' | 'not_acknowledged' | 'gone' | 'failed';

const ACKNOWLEDGEMENT = 'OK';
const GONE = 410;

/** Only HTTP 200 with the trimmed body `OK` acknowledges. With 410 the partner asks the gateway to stop the delivery. */
export function classifyResponse({ httpStatus, excerpt, errorCode }: OutboundResponse): DeliveryOutcome {
  if (excerpt === null) return 'failed';
  if (httpStatus === GONE) return 'gone';
  return httpStatus === 200 && errorCode === null && excerpt.trim() === ACKNOWLEDGEMENT ? 'acknowledged' : 'not_acknowledged';
}
