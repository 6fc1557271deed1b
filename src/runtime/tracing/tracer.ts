import type { Tracer } from '@opentelemetry/api';

let tracer: Tracer | undefined;

/** The process's tracer. Undefined unless traces are configured: then a seam costs this comparison and nothing else. */
export function currentTracer(): Tracer | undefined {
  return tracer;
}

export function useTracer(next: Tracer | undefined): void {
  tracer = next;
}
