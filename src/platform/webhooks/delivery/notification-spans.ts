import { type Attributes, type Span, SpanKind } from '@opentelemetry/api';
import { markFailed } from '../../../runtime/tracing/failed-span.js';
import { inChildSpan, inSpan } from '../../../runtime/tracing/in-span.js';
import { openSpan } from '../../../runtime/tracing/open-span.js';
import { contextOf } from '../../../runtime/tracing/trace-parent.js';
import type { OutboxEvent } from '../outbox/outbox-event.js';
import type { JudgedResponse } from './attempt-result.js';
import type { ClaimedDelivery } from './claimed-delivery.js';

/** An event on its way into the outbox. Its span is kept with the event: every attempt to deliver it is a child of this one. */
export function openEventSpan({ id, serviceId, subjectId, type, traceParent }: OutboxEvent & { id: string }): Span | null {
  const about = { 'gateway.event.type': type, 'gateway.event.subject': subjectId };
  const options = { kind: SpanKind.PRODUCER, attributes: { ...message('send', id, serviceId), ...about } };
  return openSpan('send notifications', options, traceParent ? contextOf(traceParent) : undefined);
}

/** One attempt, in the trace of its event: whichever process makes it, however much later. */
export function inAttemptSpan<T>(
  { id, serviceId, attemptNumber, traceParent }: ClaimedDelivery,
  attempt: (span: Span) => Promise<T>,
): Promise<T> {
  const attributes = { ...message('process', id, serviceId), 'gateway.notification.attempt': attemptNumber };
  return inSpan('process notifications', { kind: SpanKind.CONSUMER, attributes }, attempt, contextOf(traceParent));
}

export function tellOutcome(span: Span, { outcome, errorCode }: JudgedResponse): void {
  span.setAttribute('gateway.notification.outcome', outcome);
  if (outcome !== 'acknowledged') markFailed(span, errorCode ?? outcome);
}

/** The statement that writes results down is shared by many attempts and in the trace of none; how long this one waited for it is. */
export function inRecordSpan<T>(record: () => Promise<T>): Promise<T> {
  return inChildSpan('record attempt', {}, record);
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
