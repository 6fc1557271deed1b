import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { currentTracer } from './tracer.js';

/** For work that is done for many requests at once: it is part of no single trace, also not of the one that started it. */
export function outsideTrace<T>(work: () => T): T {
  return currentTracer() ? context.with(ROOT_CONTEXT, work) : work();
}
