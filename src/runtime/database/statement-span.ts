import { SpanKind } from '@opentelemetry/api';
import { inChildSpan } from '../tracing/spans.js';
import { currentTracer } from '../tracing/tracer.js';

/**
 * Runs one SQL statement in a span, when there is a trace. Neither text nor values are recorded. @param summary name of the span. It must
 * have few different values.
 */
export function inStatementSpan<T>(summary: string, run: () => Promise<T>): Promise<T> {
  if (!currentTracer()) return run();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary };
  return inChildSpan(summary, { kind: SpanKind.CLIENT, attributes }, run);
}
