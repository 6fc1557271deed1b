import { context, type Context, type Span, type SpanOptions, trace } from '@opentelemetry/api';
import { kindOfError, markFailed } from './failed-span.js';
import { contextOf, storedSpanContext } from './trace-parent.js';
import { currentTracer } from './tracer.js';

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
export async function endSpansWith<T>(spans: readonly (Span | null)[], work: () => Promise<T>): Promise<T> {
  const open = spans.filter((span) => span !== null);
  const [firstSpan] = open;
  try {
    return await (firstSpan && open.length === 1 ? context.with(trace.setSpan(context.active(), firstSpan), work) : work());
  } catch (error) {
    for (const span of open) markFailed(span, kindOfError(error));
    throw error;
  } finally {
    for (const span of open) span.end();
  }
}
