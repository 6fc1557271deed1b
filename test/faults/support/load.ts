import type { HttpResponse } from '../../support/http-client.js';
import { times } from '../../support/times.js';
import { until } from '../../support/until.js';

/** Clients that send requests continuously. All responses are recorded. */
export class Load {
  readonly recordedResponses: HttpResponse[] = [];
  /** Requests without a response, because the connection failed. */
  readonly failures: unknown[] = [];
  private readonly callers: Promise<void>[];
  private isRunning = true;

  /** @param call sends a request; its number counts the requests of all clients. */
  constructor(callerCount: number, call: (number: number) => Promise<HttpResponse>) {
    let calls = 0;
    this.callers = times(callerCount, async () => {
      while (this.isRunning)
        await call((calls += 1)).then(
          (response) => this.recordedResponses.push(response),
          (error: unknown) => this.failures.push(error),
        );
    });
  }

  /** Waits for this many more responses with this status. */
  async waitForResponses(count: number, status: number): Promise<void> {
    const expectedCount = this.count(status) + count;
    await until(
      () => this.count(status),
      (seen) => seen >= expectedCount,
    );
  }

  count(status: number): number {
    return this.recordedResponses.filter((response) => response.status === status).length;
  }

  /** The number of responses by status. */
  get statuses(): Record<number, number> {
    return Object.fromEntries(
      [...new Set(this.recordedResponses.map(({ status }) => status))].sort().map((status) => [status, this.count(status)]),
    );
  }

  /** Resolves when each request has a response or has failed. */
  async end(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.callers);
  }
}
