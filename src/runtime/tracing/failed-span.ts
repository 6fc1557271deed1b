import { type Span, SpanStatusCode } from '@opentelemetry/api';

const PLAIN_NAME = /^[\w.-]{1,64}$/;

/** Marks a span as failed. @param kind becomes `error.type`. */
export function markFailed(span: Span, kind: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', kind);
}

/** The error's code or class. Messages and stacks are not put into traces, because PostgreSQL's messages contain values. */
export function kindOfError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return [code, error.name].find((name): name is string => typeof name === 'string' && PLAIN_NAME.test(name)) ?? 'Error';
}
