import { setTimeout } from 'node:timers/promises';
import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes, serviceInstanceIdDetector } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { LoggedExporter } from './logged-exporter.js';
import { type RunningTracing, useTracer } from './tracer.js';

/** How long a shutdown waits for a collector that does not respond. */
const FLUSH_TIMEOUT_MS = 2_000;

/**
 * Sets up the SDK, which reads its settings (URL, headers, sampler, limits) from the environment. Only this file and `logged-exporter.ts`
 * import the SDK, and they are loaded only when traces are configured. Spans are exported in batches in the background, from a bounded
 * queue. When the queue is full, spans are dropped.
 */
export function exportTraces(role: string, log: Logger): RunningTracing {
  const gatewayResource = resourceFromAttributes({ 'service.name': 'payment-gateway', 'gateway.role': role });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(gatewayResource)
      .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new LoggedExporter(new OTLPTraceExporter(), log))],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  useTracer(provider.getTracer('payment-gateway'));
  return {
    async stop() {
      useTracer(undefined);
      const flushed = provider.shutdown().catch(() => undefined); // logged by the exporter
      await Promise.race([flushed, setTimeout(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
      context.disable();
      propagation.disable();
    },
  };
}
