import { type Attributes, type Span, SpanKind } from '@opentelemetry/api';
import { openSpan } from '../../../runtime/tracing/open-span.js';
import { contextOf } from '../../../runtime/tracing/trace-parent.js';
import type { OutboxEvent } from './outbox-event.js';

/** A span for an event that is written to the outbox. It is stored with the event: the attempts to deliver it are its children. */
export function openEventSpan({ id, serviceId, subjectId, type, traceParent }: OutboxEvent & { id: string }): Span | null {
  const about = { 'gateway.event.type': type, 'gateway.event.subject': subjectId };
  const options = { kind: SpanKind.PRODUCER, attributes: { ...messageAttributes('send', id, serviceId), ...about } };
  return openSpan('send notifications', options, traceParent ? contextOf(traceParent) : undefined);
}

/** OpenTelemetry's standard attributes of an event and of the attempts to deliver it. */
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
