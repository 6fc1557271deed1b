import type { Tracer } from '@opentelemetry/api';

export interface RunningTracing {
  /** Exports the remaining spans, if the collector responds in time. */
  stop(): Promise<void>;
}

let tracer: Tracer | undefined;

/** The process's tracer. Undefined unless traces are configured. */
export function currentTracer(): Tracer | undefined {
  return tracer;
}

export function useTracer(next: Tracer | undefined): void {
  tracer = next;
}
