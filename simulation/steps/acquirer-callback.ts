import type { AcquirerEvent, EventSubject, ParsedCallback } from '../../src/connectors/acquirers/port/callback.js';
import { HandleAcquirerCallbackService } from '../../src/products/payments/acquirer-callbacks/handle-acquirer-callback.service.js';
import type { GatewayProcess } from '../world/gateway-process.js';

const RESPONSE = { status: 200, contentType: 'text/plain', body: 'OK' };
const HEAD = { headers: {}, query: {}, address: '192.0.2.1' };

/** Prepares a callback with a status update, or with only a hint to poll the subject. @returns the call that sends the callback. */
export function sendCallback(
  process: GatewayProcess,
  content: { event: AcquirerEvent } | { subject: EventSubject },
): () => Promise<unknown> {
  const callback: ParsedCallback =
    'event' in content
      ? { verdict: 'verified', events: [content.event], answer: RESPONSE }
      : { verdict: 'hint', about: [content.subject], answer: RESPONSE };
  const body = Buffer.from(JSON.stringify(callback));
  return () => process.get(HandleAcquirerCallbackService).run('acquirer', HEAD, () => Promise.resolve(body));
}
