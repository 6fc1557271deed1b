import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { kindOfError } from './failed-span.js';

type Result = Parameters<Parameters<SpanExporter['export']>[1]>[0];

/** An exporter that logs once when the collector stops taking spans, and once when it takes them again. */
export class LoggedExporter implements SpanExporter {
  private failing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly log: Logger,
  ) {}

  export(spans: ReadableSpan[], done: (result: Result) => void): void {
    this.exporter.export(spans, (result) => {
      this.notice(result);
      done(result);
    });
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private notice({ error }: Result): void {
    const failing = error !== undefined;
    if (failing === this.failing) return;
    this.failing = failing;
    // Only the kind of error: the collector's address and answer may hold a key.
    if (error) this.log.warn({ reason: kindOfError(error) }, 'traces cannot be exported and are dropped until the collector takes them');
    else this.log.info('traces are exported again');
  }
}
