import type { ChannelEvent, EventSubject, ReadReport } from '../../src/connectors/channels/port/report.js';
import { HandleChannelReportService } from '../../src/products/payments/reports/handle-channel-report.service.js';
import type { GatewayProcess } from '../world/gateway-process.js';

const ANSWER = { status: 200, contentType: 'text/plain', body: 'OK' };
const HEAD = { headers: {}, query: {}, address: '192.0.2.1' };

/** The acquirer sends a report, or only a hint to ask about an attempt. */
export function reportToGateway(process: GatewayProcess, said: { event: ChannelEvent } | { about: EventSubject }): () => Promise<unknown> {
  const report: ReadReport =
    'event' in said
      ? { verdict: 'verified', events: [said.event], answer: ANSWER }
      : { verdict: 'hint', about: [said.about], answer: ANSWER };
  const body = Buffer.from(JSON.stringify(report));
  return () => process.get(HandleChannelReportService).run('acquirer', HEAD, () => Promise.resolve(body));
}
