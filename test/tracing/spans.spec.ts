import { context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inOwnTrace } from '../../src/runtime/tracing/in-own-trace.js';
import { inChildSpan, inSpan } from '../../src/runtime/tracing/in-span.js';
import { activeTraceParent, contextOf } from '../../src/runtime/tracing/trace-parent.js';
import { useTracer } from '../../src/runtime/tracing/tracer.js';

const exporter = new InMemorySpanExporter();
const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer('test');
const finished = (name: string): ReadableSpan | undefined => exporter.getFinishedSpans().find((span) => span.name === name);

beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));
afterAll(() => void context.disable());
beforeEach(() => {
  exporter.reset();
  useTracer(tracer);
});

describe('a span around work', () => {
  it('tells what kind of error ended the work, and nothing that the error says', async () => {
    const failure = Object.assign(new Error('Key (phone)=(48500600700) already exists'), { code: '23505' });
    await expect(inSpan('work', {}, () => Promise.reject(failure))).rejects.toBe(failure);
    const span = finished('work');
    expect(span).toMatchObject({ status: { code: SpanStatusCode.ERROR }, attributes: { 'error.type': '23505' }, events: [] });
    expect(span?.status.message).toBeUndefined();
  });

  it('is made within a trace only where the work is of no interest by itself', async () => {
    await expect(inChildSpan('alone', {}, () => Promise.resolve(1))).resolves.toBe(1);
    await inSpan('parent', {}, () => inChildSpan('child', {}, () => Promise.resolve()));
    expect(finished('alone')).toBeUndefined();
    expect(finished('child')?.parentSpanContext?.spanId).toBe(finished('parent')?.spanContext().spanId);
  });

  it('does not exist without tracing: the work is done, and nothing is kept with a row', async () => {
    useTracer(undefined);
    const seen: (Span | undefined)[] = [];
    const work = (): Promise<string | null> => {
      seen.push(trace.getActiveSpan());
      return Promise.resolve(activeTraceParent());
    };
    await expect(inSpan('a', {}, () => inOwnTrace(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, 'b', {}, work))).resolves.toBeNull();
    expect(seen).toEqual([undefined]);
    expect(exporter.getFinishedSpans()).toEqual([]);
  });
});

describe('what is kept with a row', () => {
  it('names the active span, and makes it the parent of a later one', async () => {
    const kept = await inSpan('request', {}, () => Promise.resolve(activeTraceParent()));
    const request = finished('request')?.spanContext();
    expect(kept).toBe(`00-${request?.traceId}-${request?.spanId}-01`);
    await inSpan('attempt', {}, () => Promise.resolve(), contextOf(kept));
    expect(finished('attempt')?.parentSpanContext).toMatchObject({ spanId: request?.spanId, traceId: request?.traceId });
  });

  it('says too that its trace is not kept, and then neither is what follows', async () => {
    const dropped = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
    const next = await inSpan('attempt', {}, () => Promise.resolve(activeTraceParent()), contextOf(dropped));
    expect(next).toMatch(new RegExp(`^00-${'a'.repeat(32)}-[0-9a-f]{16}-00$`));
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it.each([null, '', 'nonsense', `00-${'a'.repeat(32)}-${'b'.repeat(16)}`])('is a new trace when it is %p', async (kept) => {
    await inSpan('attempt', {}, () => Promise.resolve(), contextOf(kept));
    expect(finished('attempt')?.parentSpanContext).toBeUndefined();
  });
});
