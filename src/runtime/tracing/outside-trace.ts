import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { currentTracer } from './tracer.js';

/** For work that is done for many at once: it is part of nobody's trace, whoever happened to start it. */
export function outsideTrace<T>(work: () => T): T {
  return currentTracer() ? context.with(ROOT_CONTEXT, work) : work();
}
