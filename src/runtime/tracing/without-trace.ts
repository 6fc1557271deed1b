import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { currentTracer } from './tracer.js';

/** For work on behalf of many requests: it belongs to no trace, not even to that of the request which started it. */
export function withoutTrace<T>(work: () => T): T {
  return currentTracer() ? context.with(ROOT_CONTEXT, work) : work();
}
