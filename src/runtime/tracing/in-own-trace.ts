import { type Span, type SpanOptions, trace } from '@opentelemetry/api';
import { inSpan } from './in-span.js';
import { contextOf, keptSpan } from './trace-parent.js';

/**
 * Runs the work in the trace in which its subject began, so that one trace tells the whole life of a payment, whoever
 * moves it. The request that moves it has a trace of its own; the two are linked both ways.
 * @param began `traceparent` kept with the subject; without one the work belongs to the active trace.
 */
export function inOwnTrace<T>(began: string | null, name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const cause = trace.getActiveSpan();
  const own = keptSpan(began);
  if (!own || cause?.spanContext().traceId === own.traceId) return inSpan(name, options, work);
  const links = cause ? [{ context: cause.spanContext() }] : [];
  const linked = (span: Span): Promise<T> => {
    cause?.addLink({ context: span.spanContext() });
    return work(span);
  };
  return inSpan(name, { ...options, links }, linked, contextOf(began));
}
