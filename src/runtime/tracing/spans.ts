import {
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { contextOf, storedSpanContext } from './trace-parent.js';
import { currentTracer } from './tracer.js';

const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
const PLAIN_NAME = /^[\w.-]{1,64}$/;

/** Runs the work within a span. Without tracing, the work gets a span that records nothing. */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>, parent?: Context): Promise<T> {
  const tracer = currentTracer();
  if (!tracer) return work(NO_SPAN);
  return tracer.startActiveSpan(name, options, parent ?? context.active(), (span) => endAfter([span], () => work(span)));
}

/** Runs the work within a child span of the active trace. Work outside a trace, such as a search for due work, does not start a trace. */
export function inChildSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return currentTracer() && trace.getActiveSpan() ? inSpan(name, options, work) : work(NO_SPAN);
}

/** Starts a span for one of several rows that are written together. `endSpansWith` ends the span. @returns null without tracing. */
export function openSpan(name: string, options: SpanOptions, parent: Context = context.active()): Span | null {
  return currentTracer()?.startSpan(name, options, parent) ?? null;
}

/**
 * Starts a span in the trace in which the span's subject was created. So one trace contains all changes of a payment. The request that
 * changes the subject has its own trace, and the spans of both traces are linked.
 * @param subjectTraceParent `traceparent` stored with the subject. Without it, the span belongs to the active trace.
 */
export function openSpanOfSubject(subjectTraceParent: string | null, name: string, options: SpanOptions): Span | null {
  const activeSpan = trace.getActiveSpan();
  const subjectSpan = storedSpanContext(subjectTraceParent);
  if (!subjectSpan || activeSpan?.spanContext().traceId === subjectSpan.traceId) return openSpan(name, options);
  const span = openSpan(
    name,
    { ...options, links: activeSpan ? [{ context: activeSpan.spanContext() }] : [] },
    contextOf(subjectTraceParent),
  );
  if (span) activeSpan?.addLink({ context: span.spanContext() });
  return span;
}

/**
 * Ends the spans after the work. With one open span, SQL statements of the work are its children. With several, they belong to the active
 * trace.
 */
export function endSpansWith<T>(spans: readonly (Span | null)[], work: () => Promise<T>): Promise<T> {
  const open = spans.filter((span) => span !== null);
  const [firstSpan] = open;
  return endAfter(open, () => (firstSpan && open.length === 1 ? context.with(trace.setSpan(context.active(), firstSpan), work) : work()));
}

async function endAfter<T>(spans: readonly Span[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const span of spans) markFailed(span, kindOfError(error));
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
}

/** Runs work for many requests outside all traces, also outside the trace of the request that started the work. */
export function withoutTrace<T>(work: () => T): T {
  return currentTracer() ? context.with(ROOT_CONTEXT, work) : work();
}

/** Marks a span as failed. @param kind becomes `error.type`. */
export function markFailed(span: Span, kind: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', kind);
}

/** The error's code or class. Messages and stacks are not put into traces, because PostgreSQL's messages contain values. */
export function kindOfError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return [code, error.name].find((name): name is string => typeof name === 'string' && PLAIN_NAME.test(name)) ?? 'Error';
}
