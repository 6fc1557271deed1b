import type { OutboundRequest, OutboundResponse } from '../../src/platform/outbound/outbound-message.js';
import { MAX_CALL_MS } from '../world/calls.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { SubjectNotifications } from '../world/received-notifications.js';
import type { World } from '../world/world.js';

interface Notification {
  eventId: string;
  /** Id of the row that the notification is about, without dashes. */
  subject: string;
  status: string;
}

/** The endpoints and programs of all partners. */
export class PartnerEndpoints {
  constructor(private readonly world: World) {}

  /** Returns an HTTP client for one process. It reaches all endpoints and programs. */
  clientOf(getProcess: () => GatewayProcess): { post(request: OutboundRequest): Promise<OutboundResponse> } {
    return {
      post: (request) =>
        request.url.endsWith('/program') ? this.callProgram(getProcess(), request) : this.receiveNotification(getProcess(), request),
    };
  }

  private receiveNotification(process: GatewayProcess, { headers, body }: OutboundRequest): Promise<OutboundResponse> {
    const notification = parseNotification(headers['webhook-id'] ?? '', body);
    const received = this.world.notifications.ofSubject(notification.subject);
    const name = this.world.model.nameOf(notification.subject) ?? notification.subject;
    const description = `notification of ${name}: ${notification.status}`;
    const action = this.world.actionOf(process);
    const response = this.world.isTruthful || action.kind !== 'deliver' ? 'OK' : action.response;
    return this.world.calls.call<OutboundResponse>(process, {
      description,
      onArrival: () => {
        this.recordArrival(name, notification, received);
        if (response === 'OK' || response === '410') received.finishedEvents.add(notification.eventId);
      },
      response: () => {
        received.inProgressSince = null;
        this.world.transcript.add(`${description} → ${response}`);
        if (response === 'timeout') return NO_RESPONSE;
        return {
          httpStatus: response === 'OK' ? 200 : Number(response),
          excerpt: response === 'OK' ? 'OK' : '',
          errorCode: null,
          retryAfterMs: null,
        };
      },
      whenUnanswered: () => {
        received.inProgressSince = null;
        return NO_RESPONSE;
      },
    });
  }

  /** Records that a delivery begins, and checks that it neither overlaps nor overtakes another delivery of the same subject. */
  private recordArrival(name: string, { eventId }: Notification, received: SubjectNotifications): void {
    const now = this.world.clock.now().getTime();
    if (received.inProgressSince !== null && now < received.inProgressSince + MAX_CALL_MS)
      this.world.found('one delivery of a subject at a time', `${name} gets a notification while another delivery is in progress`);
    received.inProgressSince = now;
    if (received.receivedEvents.includes(eventId)) return;
    const unfinished = received.receivedEvents.filter((earlier) => !received.finishedEvents.has(earlier));
    if (unfinished.length > 0)
      this.world.found(
        'events arrive in order',
        `${name} gets its event ${received.receivedEvents.length + 1} before the previous one was acknowledged`,
      );
    received.receivedEvents.push(eventId);
  }

  /** Simulates the partner's program, whose response has the reply to an SMS. */
  private callProgram(process: GatewayProcess, { body }: OutboundRequest): Promise<OutboundResponse> {
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

/** The result of a call to an endpoint that did not respond in time. */
const NO_RESPONSE: OutboundResponse = { httpStatus: null, excerpt: null, errorCode: 'TIMEOUT', retryAfterMs: null };

interface BodyFields {
  id?: string;
  status?: string;
}

/** Parses a notification of any kind in the contract. A notification about a BLIK code has the payment as its subject. */
function parseNotification(eventId: string, body: string): Notification {
  const { data, ...topLevel } = JSON.parse(body) as BodyFields & {
    data?: BodyFields & { transaction?: BodyFields; ticket_status?: string };
  };
  const subject = data?.ticket_status === undefined ? (data ?? topLevel) : { id: data.transaction?.id, status: data.ticket_status };
  const { id = '', status = '' } = subject;
  return { eventId, subject: id.replaceAll('-', ''), status };
}
