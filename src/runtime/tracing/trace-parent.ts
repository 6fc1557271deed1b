import { type Context, ROOT_CONTEXT, type Span, type SpanContext, trace } from '@opentelemetry/api';
import { currentTracer } from './tracer.js';

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The active span as W3C `traceparent`, to be stored with a row. Null without a trace. */
export function activeTraceParent(): string | null {
  return currentTracer() ? traceParentOf(trace.getActiveSpan() ?? null) : null;
}

/** A span as W3C `traceparent`. */
export function traceParentOf(span: Span | null): string | null {
  if (!span) return null;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** The span of a stored `traceparent`, as the parent of later spans, also in other processes. Null when the text is absent or invalid. */
export function storedSpanContext(traceParent: string | null): SpanContext | null {
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(traceParent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/** A context with the stored span as the parent. Without a stored span, spans of the context start a new trace. */
export function contextOf(traceParent: string | null): Context {
  const stored = storedSpanContext(traceParent);
  return stored ? trace.setSpanContext(ROOT_CONTEXT, stored) : ROOT_CONTEXT;
}

/** Fields of a log line with the ids of the active trace and span, named as OpenTelemetry demands. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
