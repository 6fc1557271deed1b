import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { useTracer } from '../../../src/runtime/tracing/tracer.js';

/** Stores the ended spans of the running test instead of exporting them. */
export class RecordedSpans {
  private readonly exporter = new InMemorySpanExporter();
  private readonly tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(this.exporter)] }).getTracer('test');

  get all(): ReadableSpan[] {
    return this.exporter.getFinishedSpans();
  }

  findSpan(name: string): ReadableSpan | undefined {
    return this.all.find((span) => span.name === name);
  }

  reset(): void {
    this.exporter.reset();
  }

  /** Must be called at the beginning of a suite. Turns tracing on for each test of the suite, and off after the suite. */
  static ofThisSuite(): RecordedSpans {
    const recorded = new RecordedSpans();
    beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));
    beforeEach(() => {
      recorded.reset();
      useTracer(recorded.tracer);
    });
    afterAll(() => {
      useTracer(undefined);
      context.disable();
    });
    return recorded;
  }
}
