import { context, type Context, type Span, type SpanOptions, trace } from '@opentelemetry/api';
import { kindOfError, markFailed } from './failed-span.js';
import { contextOf, storedSpanContext } from './trace-parent.js';
import { currentTracer } from './tracer.js';

/** A span for one of several rows that are written together; null without tracing. `endSpansWith` ends it. */
export function openSpan(name: string, options: SpanOptions, parent: Context = context.active()): Span | null {
  return currentTracer()?.startSpan(name, options, parent) ?? null;
}

/**
 * The same in the trace in which its subject began, so that one trace has the whole life of a payment. The request that moves it has a trace of
 * its own, and the two spans are linked.
 * @param began `traceparent` stored with the subject; without one the span belongs to the active trace.
 */
export function openSpanOfSubject(began: string | null, name: string, options: SpanOptions): Span | null {
  const cause = trace.getActiveSpan();
  const own = storedSpanContext(began);
  if (!own || cause?.spanContext().traceId === own.traceId) return openSpan(name, options);
  const span = openSpan(name, { ...options, links: cause ? [{ context: cause.spanContext() }] : [] }, contextOf(began));
  if (span) cause?.addLink({ context: span.spanContext() });
  return span;
}

/** Ends the spans after the work. Statements for a single span are its children; those for several belong to the active trace. */
export async function endSpansWith<T>(spans: readonly (Span | null)[], work: () => Promise<T>): Promise<T> {
  const open = spans.filter((span) => span !== null);
  const [only] = open;
  try {
    return await (only && open.length === 1 ? context.with(trace.setSpan(context.active(), only), work) : work());
  } catch (error) {
    for (const span of open) markFailed(span, kindOfError(error));
    throw error;
  } finally {
    for (const span of open) span.end();
  }
}
