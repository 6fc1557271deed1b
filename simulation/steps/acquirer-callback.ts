import type { AcquirerEvent, EventSubject, ParsedCallback } from '../../src/connectors/acquirers/port/callback.js';
import { HandleAcquirerCallbackService } from '../../src/products/payments/callbacks/handle-acquirer-callback.service.js';
import type { GatewayProcess } from '../world/gateway-process.js';

const ANSWER = { status: 200, contentType: 'text/plain', body: 'OK' };
const HEAD = { headers: {}, query: {}, address: '192.0.2.1' };

/** The acquirer sends a report, or only a hint to ask about an attempt. */
export function sendCallback(process: GatewayProcess, said: { event: AcquirerEvent } | { about: EventSubject }): () => Promise<unknown> {
  const report: ParsedCallback =
    'event' in said
      ? { verdict: 'verified', events: [said.event], answer: ANSWER }
      : { verdict: 'hint', about: [said.about], answer: ANSWER };
  const body = Buffer.from(JSON.stringify(report));
  return () => process.get(HandleAcquirerCallbackService).run('acquirer', HEAD, () => Promise.resolve(body));
}
