import { type Context, ROOT_CONTEXT, type Span, type SpanContext, trace } from '@opentelemetry/api';
import { currentTracer } from './tracer.js';

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The active span as W3C's `traceparent`, to be stored with a row; null without a trace. */
export function activeTraceParent(): string | null {
  return currentTracer() ? traceParentOf(trace.getActiveSpan() ?? null) : null;
}

/** The same for any span. */
export function traceParentOf(span: Span | null): string | null {
  if (!span) return null;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** The stored span, as the parent for spans of other processes and later times. */
export function storedSpanContext(traceParent: string | null): SpanContext | null {
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(traceParent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/** A context with that span as the parent; without one, a new trace. */
export function contextOf(traceParent: string | null): Context {
  const kept = storedSpanContext(traceParent);
  return kept ? trace.setSpanContext(ROOT_CONTEXT, kept) : ROOT_CONTEXT;
}
