import { setTimeout } from 'node:timers/promises';
import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes, serviceInstanceIdDetector } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { kindOfError } from './spans.js';
import { useTracer } from './tracer.js';

export interface RunningTracing {
  /** Exports the remaining spans, if the collector responds in time. */
  stop(): Promise<void>;
}

type ExportResult = Parameters<Parameters<SpanExporter['export']>[1]>[0];

/** How long a shutdown waits for a collector that does not respond. */
const FLUSH_TIMEOUT_MS = 2_000;

/**
 * Sets up the SDK, which reads its settings (URL, headers, sampler, limits) from the environment. Only this file imports the SDK, and it is
 * loaded only when traces are configured. Spans are exported in batches in the background, from a bounded queue. When the queue is full,
 * spans are dropped.
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

/** An exporter that logs once when the collector stops accepting spans, and once when the collector accepts them again. */
class LoggedExporter implements SpanExporter {
  private isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly log: Logger,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      this.logChange(result);
      done(result);
    });
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private logChange({ error }: ExportResult): void {
    const isFailing = error !== undefined;
    if (isFailing === this.isFailing) return;
    this.isFailing = isFailing;
    // Logs only the kind of error, because the collector's URL and response may contain a key.
    if (error) this.log.warn({ reason: kindOfError(error) }, 'traces cannot be exported and are dropped until the collector accepts them');
    else this.log.info('traces are exported again');
  }
}
