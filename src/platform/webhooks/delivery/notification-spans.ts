import { type Span, SpanKind } from '@opentelemetry/api';
import { markFailed } from '../../../runtime/tracing/failed-span.js';
import { inChildSpan, inSpan } from '../../../runtime/tracing/in-span.js';
import { contextOf } from '../../../runtime/tracing/trace-parent.js';
import { messageAttributes } from '../outbox/event-span.js';
import type { JudgedResponse } from './attempt-result.js';
import type { ClaimedDelivery } from './claims/claimed-delivery.js';

/** One attempt, in the trace of its event: whichever process makes it, however much later. */
export function inAttemptSpan<T>(
  { id, serviceId, attemptNumber, traceParent }: ClaimedDelivery,
  attempt: (span: Span) => Promise<T>,
): Promise<T> {
  const attributes = { ...messageAttributes('process', id, serviceId), 'gateway.notification.attempt': attemptNumber };
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
