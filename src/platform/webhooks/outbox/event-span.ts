import { type Attributes, type Span, SpanKind } from '@opentelemetry/api';
import { openSpan } from '../../../runtime/tracing/spans.js';
import { contextOf } from '../../../runtime/tracing/trace-parent.js';
import type { OutboxEvent } from './outbox-event.js';

/**
 * Opens the span of an event in the outbox. The span's id is stored with the event, so the spans of its delivery attempts are its children.
 */
export function openEventSpan({ id, serviceId, subjectId, type, traceParent }: OutboxEvent & { id: string }): Span | null {
  const eventAttributes = { 'gateway.event.type': type, 'gateway.event.subject': subjectId };
  const options = { kind: SpanKind.PRODUCER, attributes: { ...messageAttributes('send', id, serviceId), ...eventAttributes } };
  return openSpan('send notifications', options, traceParent ? contextOf(traceParent) : undefined);
}

/** OpenTelemetry's standard attributes for an event and for its delivery attempts. */
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
