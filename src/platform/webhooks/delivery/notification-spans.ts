import { type Attributes, type Span, SpanKind } from '@opentelemetry/api';
import { markFailed } from '../../../runtime/tracing/failed-span.js';
import { inChildSpan, inSpan } from '../../../runtime/tracing/in-span.js';
import { openSpan } from '../../../runtime/tracing/open-span.js';
import { contextOf } from '../../../runtime/tracing/trace-parent.js';
import { currentTracer } from '../../../runtime/tracing/tracer.js';
import type { ClaimedDelivery } from './claim-delivery.service.js';
import type { SendResult } from './send-result.js';
import type { OutboxEvent } from '../outbox/outbox-event.js';

/** An event on its way into the outbox. Its span is kept with the event: every attempt to deliver it is a child of this one. */
export function openEventSpan({ id, serviceId, subjectId, type, traceParent }: OutboxEvent & { id: string }): Span | null {
  const about = { 'gateway.event.type': type, 'gateway.event.subject': subjectId };
  const options = { kind: SpanKind.PRODUCER, attributes: { ...message('send', id, serviceId), ...about } };
  return openSpan('send notifications', options, traceParent ? contextOf(traceParent) : undefined);
}

/**
 * One attempt, in the trace of its event: whichever process makes it, however much later.
 * @param sent told the result, as `attempt` tells it.
 */
export function inAttemptSpan<T>(
  { id, serviceId, attemptNumber, traceParent }: ClaimedDelivery,
  sent: (result: SendResult) => void,
  attempt: (sent: (result: SendResult) => void) => Promise<T>,
): Promise<T> {
  const attributes = { ...message('process', id, serviceId), 'gateway.notification.attempt': attemptNumber };
  const run = (span: Span): Promise<T> =>
    attempt((result) => {
      span.setAttribute('gateway.notification.outcome', result.outcome);
      if (result.outcome !== 'acknowledged') markFailed(span, result.errorCode ?? result.outcome);
      sent(result);
    });
  return inSpan('process notifications', { kind: SpanKind.CONSUMER, attributes }, run, contextOf(traceParent));
}

/** The statement that writes results down is shared by many attempts and in the trace of none; how long this one waited for it is. */
export function inRecordSpan<T>(record: () => Promise<T>): Promise<T> {
  return inChildSpan('record attempt', {}, record);
}

/** The request itself. Of the address only host and port are told: path and query are the partner's and may hold a key. */
export function inRequestSpan(url: string, send: () => Promise<SendResult>): Promise<SendResult> {
  if (!currentTracer()) return send();
  return inChildSpan('POST', { kind: SpanKind.CLIENT, attributes: { 'http.request.method': 'POST', ...hostOf(url) } }, async (span) => {
    const result = await send();
    if (result.httpStatus !== null) span.setAttribute('http.response.status_code', result.httpStatus);
    if (result.errorCode !== null) markFailed(span, result.errorCode);
    else if (result.httpStatus !== null && result.httpStatus >= 400) markFailed(span, String(result.httpStatus));
    return result;
  });
}

function message(operation: 'send' | 'process', id: string, serviceId: string): Attributes {
  return {
    'messaging.system': 'gateway_outbox',
    'messaging.destination.name': 'notifications',
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.message.id': id,
    'gateway.service.id': serviceId,
  };
}

function hostOf(url: string): Attributes {
  if (!URL.canParse(url)) return {};
  const { protocol, hostname, port } = new URL(url);
  return { 'server.address': hostname, 'server.port': Number(port || (protocol === 'https:' ? 443 : 80)) };
}
