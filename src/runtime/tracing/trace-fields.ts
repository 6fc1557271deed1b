import { trace } from '@opentelemetry/api';

/** Fields of a log line that name the active trace, by OpenTelemetry's names. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
