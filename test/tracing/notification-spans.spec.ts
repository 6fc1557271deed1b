import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { describe, expect, it } from '@jest/globals';
import { inSpan } from '../../src/runtime/tracing/spans.js';
import { activeTraceParent } from '../../src/runtime/tracing/trace-parent.js';
import type { ClassifiedResponse } from '../../src/platform/webhooks/delivery/attempt-result.js';
import type { ClaimedDelivery } from '../../src/platform/webhooks/delivery/claims/claimed-delivery.js';
import { inAttemptSpan, inRecordSpan, recordOutcome } from '../../src/platform/webhooks/delivery/notification-spans.js';
import { openEventSpan } from '../../src/platform/webhooks/outbox/event-span.js';
import { RecordedSpans } from './support/recorded-spans.js';

const EVENT = {
  id: '019736c4-50c3-7108-944c-11a0f9c12b72',
  serviceId: 'e65c7519',
  subjectId: 'transaction 1',
  type: 'directbilling.transaction',
  body: { json: '{"number_from":"48500600700"}', signedText: '48500600700' },
  occurredAt: new Date(0),
};
const DELIVERY: ClaimedDelivery = {
  id: EVENT.id,
  serviceId: EVENT.serviceId,
  ...EVENT.body,
  traceParent: null,
  attemptNumber: 3,
  roundAttempts: 1,
  startedAt: new Date(0),
  leaseUntil: new Date(15_000),
};
const STORED = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
const TRACE_PARENT = `00-${STORED.traceId}-${STORED.spanId}-01`;
/** Attributes of every span of a notification. They do not contain the notification's text. */
const message = (operation: string) => ({
  'messaging.system': 'gateway_outbox',
  'messaging.destination.name': 'notifications',
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
  'messaging.message.id': EVENT.id,
  'gateway.service.id': EVENT.serviceId,
});

const spans = RecordedSpans.ofThisSuite();

describe('the span of an event', () => {
  it('has the notification’s type and subject, and is a child of the change', async () => {
    await inSpan('change', {}, () => Promise.resolve(openEventSpan(EVENT)?.end()));
    const span = spans.findSpan('send notifications');
    expect(span?.kind).toBe(SpanKind.PRODUCER);
    expect(span?.attributes).toEqual({
      ...message('send'),
      'gateway.event.type': EVENT.type,
      'gateway.event.subject': EVENT.subjectId,
    });
    expect(span?.parentSpanContext?.spanId).toBe(spans.findSpan('change')?.spanContext().spanId);
  });

  it('is in the trace that is stored with the event, whatever the active trace', async () => {
    await inSpan('sweep', {}, () => Promise.resolve(openEventSpan({ ...EVENT, traceParent: TRACE_PARENT })?.end()));
    expect(spans.findSpan('send notifications')?.parentSpanContext).toMatchObject(STORED);
  });
});

describe('the span of a delivery attempt', () => {
  it('is in the trace of the event, and is active during the attempt', async () => {
    const active = await inAttemptSpan({ ...DELIVERY, traceParent: TRACE_PARENT }, (span) =>
      Promise.resolve([trace.getActiveSpan() === span, activeTraceParent()]),
    );
    const span = spans.findSpan('process notifications');
    expect(active).toEqual([true, `00-${STORED.traceId}-${span?.spanContext().spanId}-01`]);
    expect(span?.kind).toBe(SpanKind.CONSUMER);
    expect(span?.attributes).toEqual({ ...message('process'), 'gateway.notification.attempt': 3 });
    expect(span?.parentSpanContext).toMatchObject(STORED);
  });

  it.each<[ClassifiedResponse['outcome'], string | null, string | undefined]>([
    ['acknowledged', null, undefined],
    ['not_acknowledged', null, 'not_acknowledged'],
    ['not_acknowledged', 'RESPONSE_TOO_LONG', 'RESPONSE_TOO_LONG'],
    ['gone', null, 'gone'],
    ['failed', 'TIMEOUT', 'TIMEOUT'],
  ])('that ended %p with the code %p has the error type %p', async (outcome, errorCode, error) => {
    const response: ClassifiedResponse = { outcome, errorCode, httpStatus: null, excerpt: null, retryAfterMs: null };
    await inAttemptSpan(DELIVERY, (span) => Promise.resolve(recordOutcome(span, response)));
    const { attributes, status } = spans.findSpan('process notifications') ?? {};
    expect(attributes?.['gateway.notification.outcome']).toBe(outcome);
    expect(attributes?.['error.type']).toBe(error);
    expect(status?.code).toBe(error ? SpanStatusCode.ERROR : SpanStatusCode.UNSET);
  });

  it('has a child span for the wait until the attempt is recorded', async () => {
    await inRecordSpan(() => Promise.resolve()); // outside a trace, which creates no span
    const recorded = await inAttemptSpan(DELIVERY, () => inRecordSpan(() => Promise.resolve('recorded')));
    expect(recorded).toBe('recorded');
    expect(spans.all.map(({ name }) => name)).toEqual(['record attempt', 'process notifications']);
    expect(spans.findSpan('record attempt')?.parentSpanContext?.spanId).toBe(spans.findSpan('process notifications')?.spanContext().spanId);
  });
});
