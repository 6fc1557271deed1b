import { SpanKind } from '@opentelemetry/api';
import { inChildSpan } from '../tracing/in-span.js';
import { currentTracer } from '../tracing/tracer.js';

/** A span for one statement as part of a trace. Neither its text nor its values are recorded. @param summary few different ones. */
export function inStatementSpan<T>(summary: string, run: () => Promise<T>): Promise<T> {
  if (!currentTracer()) return run();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary };
  return inChildSpan(summary, { kind: SpanKind.CLIENT, attributes }, run);
}
