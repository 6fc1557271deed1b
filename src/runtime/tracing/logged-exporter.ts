import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { kindOfError } from './failed-span.js';

type Result = Parameters<Parameters<SpanExporter['export']>[1]>[0];

/** An exporter that logs once when the collector stops accepting spans, and once when the collector accepts them again. */
export class LoggedExporter implements SpanExporter {
  private isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly log: Logger,
  ) {}

  export(spans: ReadableSpan[], done: (result: Result) => void): void {
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

  private logChange({ error }: Result): void {
    const isFailing = error !== undefined;
    if (isFailing === this.isFailing) return;
    this.isFailing = isFailing;
    // Logs only the kind of error, because the collector's URL and response may contain a key.
    if (error) this.log.warn({ reason: kindOfError(error) }, 'traces cannot be exported and are dropped until the collector accepts them');
    else this.log.info('traces are exported again');
  }
}
