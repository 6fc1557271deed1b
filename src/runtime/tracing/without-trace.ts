import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { currentTracer } from './tracer.js';

/** Runs work for many requests outside all traces, also outside the trace of the request that started the work. */
export function withoutTrace<T>(work: () => T): T {
  return currentTracer() ? context.with(ROOT_CONTEXT, work) : work();
}
