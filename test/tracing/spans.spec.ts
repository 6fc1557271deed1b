import { type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { describe, expect, it } from '@jest/globals';
import { endSpansWith, inChildSpan, inSpan, openSpan, openSpanOfSubject } from '../../src/runtime/tracing/spans.js';
import { activeTraceParent, contextOf } from '../../src/runtime/tracing/trace-parent.js';
import { useTracer } from '../../src/runtime/tracing/tracer.js';
import { RecordedSpans } from './support/recorded-spans.js';

const spans = RecordedSpans.ofThisSuite();
const finishedSpan = (name: string): ReadableSpan | undefined => spans.findSpan(name);

describe('a span around work', () => {
  it('has the kind of the error that ended the work, but not the error’s message', async () => {
    const failure = Object.assign(new Error('Key (phone)=(48500600700) already exists'), { code: '23505' });
    await expect(inSpan('work', {}, () => Promise.reject(failure))).rejects.toBe(failure);
    const span = finishedSpan('work');
    expect(span).toMatchObject({ status: { code: SpanStatusCode.ERROR }, attributes: { 'error.type': '23505' }, events: [] });
    expect(span?.status.message).toBeUndefined();
  });

  it('is created by inChildSpan only within a trace', async () => {
    await expect(inChildSpan('alone', {}, () => Promise.resolve(1))).resolves.toBe(1);
    await inSpan('parent', {}, () => inChildSpan('child', {}, () => Promise.resolve()));
    expect(finishedSpan('alone')).toBeUndefined();
    expect(finishedSpan('child')?.parentSpanContext?.spanId).toBe(finishedSpan('parent')?.spanContext().spanId);
  });

  it('does not exist without tracing: the work runs, and no traceparent is stored with a row', async () => {
    useTracer(undefined);
    const activeSpans: (Span | undefined)[] = [];
    const work = (): Promise<string | null> => {
      activeSpans.push(trace.getActiveSpan());
      return Promise.resolve(activeTraceParent());
    };
    const createdTraceParent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await expect(inSpan('a', {}, () => endSpansWith([openSpanOfSubject(createdTraceParent, 'b', {})], work))).resolves.toBeNull();
    expect(activeSpans).toEqual([undefined]);
    expect(spans.all).toEqual([]);
  });
});

describe('the traceparent that is stored with a row', () => {
  it('has the id of the active span, which becomes the parent of later spans', async () => {
    const stored = await inSpan('request', {}, () => Promise.resolve(activeTraceParent()));
    const request = finishedSpan('request')?.spanContext();
    expect(stored).toBe(`00-${request?.traceId}-${request?.spanId}-01`);
    await inSpan('attempt', {}, () => Promise.resolve(), contextOf(stored));
    expect(finishedSpan('attempt')?.parentSpanContext).toMatchObject({ spanId: request?.spanId, traceId: request?.traceId });
  });

  it('has the sampled flag off for a trace that is not sampled, and then later spans are not sampled', async () => {
    const dropped = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
    const next = await inSpan('attempt', {}, () => Promise.resolve(activeTraceParent()), contextOf(dropped));
    expect(next).toMatch(new RegExp(`^00-${'a'.repeat(32)}-[0-9a-f]{16}-00$`));
    expect(spans.all).toEqual([]);
  });

  it.each([null, '', 'nonsense', `00-${'a'.repeat(32)}-${'b'.repeat(16)}`])('starts a new trace when it is %p', async (stored) => {
    await inSpan('attempt', {}, () => Promise.resolve(), contextOf(stored));
    expect(finishedSpan('attempt')?.parentSpanContext).toBeUndefined();
  });
});

describe('spans of rows that are written together', () => {
  const spansOf = (names: string[]) => names.map((name) => openSpan(name, {}));

  it('end with the work, and the work of several spans belongs to the active span', async () => {
    await inSpan('worker', {}, () => endSpansWith(spansOf(['a', 'b']), () => inSpan('statement', {}, () => Promise.resolve())));
    const worker = finishedSpan('worker')?.spanContext().spanId;
    expect(['a', 'b', 'statement'].map((name) => finishedSpan(name)?.parentSpanContext?.spanId)).toEqual([worker, worker, worker]);
  });

  it('contain the work as a child when there is only one span', async () => {
    await endSpansWith([null, ...spansOf(['only'])], () => inSpan('statement', {}, () => Promise.resolve()));
    expect(finishedSpan('statement')?.parentSpanContext?.spanId).toBe(finishedSpan('only')?.spanContext().spanId);
  });

  it('are marked as failed when the work fails', async () => {
    const failure = Object.assign(new Error('duplicate key'), { code: '23505' });
    await expect(endSpansWith(spansOf(['a', 'b']), () => Promise.reject(failure))).rejects.toBe(failure);
    for (const name of ['a', 'b'])
      expect(finishedSpan(name)).toMatchObject({ status: { code: SpanStatusCode.ERROR }, attributes: { 'error.type': '23505' } });
  });

  it('of a subject are in the trace in which the subject was created, and are linked with the request that changes it', async () => {
    const createdTraceParent = await inSpan('creating', {}, () => Promise.resolve(activeTraceParent()));
    await inSpan('report', {}, () => endSpansWith([openSpanOfSubject(createdTraceParent, 'move', {})], () => Promise.resolve()));
    const [creating, report, move] = ['creating', 'report', 'move'].map(finishedSpan);
    expect(move?.parentSpanContext?.spanId).toBe(creating?.spanContext().spanId);
    expect(move?.links.map(({ context: { spanId } }) => spanId)).toEqual([report?.spanContext().spanId]);
    expect(report?.links.map(({ context: { spanId } }) => spanId)).toEqual([move?.spanContext().spanId]);
  });
});
