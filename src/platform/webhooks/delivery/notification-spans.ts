import { type Span, SpanKind } from '@opentelemetry/api';
import { inChildSpan, inSpan, markFailed } from '../../../runtime/tracing/spans.js';
import { contextOf } from '../../../runtime/tracing/trace-parent.js';
import { messageAttributes } from '../outbox/event-span.js';
import type { ClassifiedResponse } from './attempt-result.js';
import type { ClaimedDelivery } from './claims/claimed-delivery.js';

/** Runs a delivery attempt in its span. The span belongs to the trace of the event, which another process may have begun long ago. */
export function inAttemptSpan<T>(
  { id, serviceId, attemptNumber, traceParent }: ClaimedDelivery,
  attempt: (span: Span) => Promise<T>,
): Promise<T> {
  const attributes = { ...messageAttributes('process', id, serviceId), 'gateway.notification.attempt': attemptNumber };
  return inSpan('process notifications', { kind: SpanKind.CONSUMER, attributes }, attempt, contextOf(traceParent));
}

export function recordOutcome(span: Span, { outcome, errorCode }: ClassifiedResponse): void {
  span.setAttribute('gateway.notification.outcome', outcome);
  if (outcome !== 'acknowledged') markFailed(span, errorCode ?? outcome);
}

/** Measures how long an attempt waits to be recorded. Many attempts share the statement, so the statement itself belongs to no trace. */
export function inRecordSpan<T>(record: () => Promise<T>): Promise<T> {
  return inChildSpan('record attempt', {}, record);
}
