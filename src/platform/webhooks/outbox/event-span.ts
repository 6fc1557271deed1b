import { type Attributes, type Span, SpanKind } from '@opentelemetry/api';
import { openSpan } from '../../../runtime/tracing/open-span.js';
import { contextOf } from '../../../runtime/tracing/trace-parent.js';
import type { OutboxEvent } from './outbox-event.js';

/** An event on its way into the outbox. Its span is kept with the event: every attempt to deliver it is a child of this one. */
export function openEventSpan({ id, serviceId, subjectId, type, traceParent }: OutboxEvent & { id: string }): Span | null {
  const about = { 'gateway.event.type': type, 'gateway.event.subject': subjectId };
  const options = { kind: SpanKind.PRODUCER, attributes: { ...messageAttributes('send', id, serviceId), ...about } };
  return openSpan('send notifications', options, traceParent ? contextOf(traceParent) : undefined);
}

/** What OpenTelemetry has standard names for, of an event and of each attempt to deliver it. */
export function messageAttributes(operation: 'send' | 'process', id: string, serviceId: string): Attributes {
  return {
    'messaging.system': 'gateway_outbox',
    'messaging.destination.name': 'notifications',
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.message.id': id,
    'gateway.service.id': serviceId,
  };
}
