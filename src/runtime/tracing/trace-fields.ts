import { trace } from '@opentelemetry/api';

/** Fields of a log line that belong to the active trace, named as OpenTelemetry names them. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
