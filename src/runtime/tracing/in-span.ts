import { type Context, context, INVALID_SPAN_CONTEXT, type Span, type SpanOptions, trace } from '@opentelemetry/api';
import { kindOfError, markFailed } from './failed-span.js';
import { currentTracer } from './tracer.js';

const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Runs the work within a span. Without tracing, the work gets a span that records nothing. */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>, parent?: Context): Promise<T> {
  const tracer = currentTracer();
  if (!tracer) return work(NO_SPAN);
  return tracer.startActiveSpan(name, options, parent ?? context.active(), (span) => runAndEnd(span, work));
}

/** Runs the work within a child span of the active trace. Work outside a trace, such as a search for due work, does not start a trace. */
export function inChildSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return currentTracer() && trace.getActiveSpan() ? inSpan(name, options, work) : work(NO_SPAN);
}

async function runAndEnd<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await work(span);
  } catch (error) {
    markFailed(span, kindOfError(error));
    throw error;
  } finally {
    span.end();
  }
}
