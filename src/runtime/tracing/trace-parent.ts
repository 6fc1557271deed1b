import { type Context, ROOT_CONTEXT, type Span, type SpanContext, trace } from '@opentelemetry/api';
import { currentTracer } from './tracer.js';

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The active span in the form of W3C's `traceparent` header, to be kept with a row; null without a trace. */
export function activeTraceParent(): string | null {
  return currentTracer() ? traceParentOf(trace.getActiveSpan() ?? null) : null;
}

/** The same of a span that need not be the active one. */
export function traceParentOf(span: Span | null): string | null {
  if (!span) return null;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** What was kept: to be the parent of another span, in whatever process and however much later. */
export function keptSpan(traceParent: string | null): SpanContext | null {
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(traceParent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/** A context with that span as the parent; without one, the beginning of a new trace. */
export function contextOf(traceParent: string | null): Context {
  const kept = keptSpan(traceParent);
  return kept ? trace.setSpanContext(ROOT_CONTEXT, kept) : ROOT_CONTEXT;
}
