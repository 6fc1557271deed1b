import { setTimeout } from 'node:timers/promises';
import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes, serviceInstanceIdDetector } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { LoggedExporter } from './logged-exporter.js';
import type { RunningTracing } from './running-tracing.js';
import { useTracer } from './tracer.js';

/** How long the end of the process waits for a collector that does not answer. */
const FLUSH_WITHIN_MS = 2_000;

/**
 * Sets the SDK up, which takes everything else (address, headers, sampler, limits) from the process's environment. The only
 * file that names the SDK: it is loaded when traces are configured and not before. Spans wait in a queue of bounded
 * length and leave in batches behind everybody's back; what cannot leave is dropped.
 */
export function exportTraces(role: string, log: Logger): RunningTracing {
  const named = resourceFromAttributes({ 'service.name': 'payment-gateway', 'gateway.role': role });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new LoggedExporter(new OTLPTraceExporter(), log))],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  useTracer(provider.getTracer('payment-gateway'));
  return {
    async stop() {
      useTracer(undefined);
      const flushed = provider.shutdown().catch(() => undefined); // told by the exporter
      await Promise.race([flushed, setTimeout(FLUSH_WITHIN_MS, undefined, { ref: false })]);
      context.disable();
      propagation.disable();
    },
  };
}
