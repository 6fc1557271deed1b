import type { Tracer } from '@opentelemetry/api';

let tracer: Tracer | undefined;

/** The process's tracer. Undefined unless traces are configured. */
export function currentTracer(): Tracer | undefined {
  return tracer;
}

export function useTracer(next: Tracer | undefined): void {
  tracer = next;
}
