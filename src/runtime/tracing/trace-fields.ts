import { trace } from '@opentelemetry/api';

/** Fields of a log line with the ids of the active trace and span, named as OpenTelemetry demands. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
