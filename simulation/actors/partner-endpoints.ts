import type { OutboundRequest, OutboundResponse } from '../../src/platform/outbound/outbound-message.js';
import { MAX_CALL_MS } from '../world/calls.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { SubjectNotifications } from '../world/received-notifications.js';
import type { World } from '../world/world.js';

interface Notification {
  eventId: string;
  subject: string;
  status: string;
}

/** The endpoints and programs of all partners. */
export class PartnerEndpoints {
  constructor(private readonly world: World) {}

  /** What one process reaches of them. */
  from(self: () => GatewayProcess): { post(request: OutboundRequest): Promise<OutboundResponse> } {
    return { post: (request) => (request.url.endsWith('/program') ? this.program(self(), request) : this.notify(self(), request)) };
  }

  private notify(process: GatewayProcess, { headers, body }: OutboundRequest): Promise<OutboundResponse> {
    const told = notificationOf(headers['webhook-id'] ?? '', body);
    const heard = this.world.notifications.of(told.subject);
    const name = this.world.model.nameOf(told.subject) ?? told.subject;
    const description = `notification of ${name}: ${told.status}`;
    const action = this.world.actionOf(process);
    const wanted = this.world.isTruthful || action.kind !== 'deliver' ? 'OK' : action.answer;
    return this.world.calls.call<OutboundResponse>(process, {
      description,
      onArrival: () => {
        this.begin(name, told, heard);
        if (wanted === 'OK' || wanted === '410') heard.finished.add(told.eventId);
      },
      response: () => {
        heard.underWaySince = null;
        this.world.transcript.tell(`${description} → ${wanted}`);
        if (wanted === 'nothing') return NO_RESPONSE;
        return {
          httpStatus: wanted === 'OK' ? 200 : Number(wanted),
          excerpt: wanted === 'OK' ? 'OK' : '',
          errorCode: null,
          retryAfterMs: null,
        };
      },
      whenUnanswered: () => {
        heard.underWaySince = null;
        return NO_RESPONSE;
      },
    });
  }

  private begin(name: string, { eventId }: Notification, heard: SubjectNotifications): void {
    const now = this.world.clock.now().getTime();
    if (heard.underWaySince !== null && now < heard.underWaySince + MAX_CALL_MS)
      this.world.found('one notification of a subject at a time', `${name} gets a notification while another one is in progress`);
    heard.underWaySince = now;
    if (heard.events.includes(eventId)) return;
    const overtaken = heard.events.filter((earlier) => !heard.finished.has(earlier));
    if (overtaken.length > 0)
      this.world.found(
        'events arrive in order',
        `${name} gets its event ${heard.events.length + 1} before the previous one was acknowledged`,
      );
    heard.events.push(eventId);
  }

  private program(process: GatewayProcess, { body }: OutboundRequest): Promise<OutboundResponse> {
    const [, name = ''] = (new URLSearchParams(body).get('sms_text') ?? '').split(' ');
    const sale = this.world.model.smsSale(name);
    return this.world.calls.call<OutboundResponse>(process, {
      description: `program of the partner about ${name}`,
      onArrival: () => {
        if (sale) sale.callCount += 1;
      },
      response: () => ({
        httpStatus: 200,
        excerpt: `<sms-response><sms-text>Thanks for ${name}</sms-text></sms-response>`,
        errorCode: null,
        retryAfterMs: null,
      }),
      whenUnanswered: () => NO_RESPONSE,
    });
  }
}

const NO_RESPONSE: OutboundResponse = { httpStatus: null, excerpt: null, errorCode: 'TIMEOUT', retryAfterMs: null };

interface Body {
  id?: string;
  status?: string;
}

/** Reads notifications of all kinds in the contract. The subject of one about a code is the payment. */
function notificationOf(eventId: string, body: string): Notification {
  const { data, ...own } = JSON.parse(body) as Body & { data?: Body & { transaction?: Body; ticket_status?: string } };
  const about = data?.ticket_status === undefined ? (data ?? own) : { id: data.transaction?.id, status: data.ticket_status };
  const { id = '', status = '' } = about;
  return { eventId, subject: id.replaceAll('-', ''), status };
}
