import type { HttpResponse } from '../../support/http-client.js';
import { times } from '../../support/times.js';
import { until } from '../../support/until.js';

/** Clients that send requests continuously. All responses are recorded. */
export class Load {
  readonly answers: HttpResponse[] = [];
  /** Requests without a response, because the connection failed. */
  readonly failures: unknown[] = [];
  private readonly callers: Promise<void>[];
  private going = true;

  /** @param call its number counts the requests of all clients. */
  constructor(atOnce: number, call: (number: number) => Promise<HttpResponse>) {
    let calls = 0;
    this.callers = times(atOnce, async () => {
      while (this.going)
        await call((calls += 1)).then(
          (answer) => this.answers.push(answer),
          (error: unknown) => this.failures.push(error),
        );
    });
  }

  /** Waits for this many more responses with this status. */
  async more(count: number, status: number): Promise<void> {
    const wanted = this.count(status) + count;
    await until(
      () => this.count(status),
      (seen) => seen >= wanted,
    );
  }

  count(status: number): number {
    return this.answers.filter((answer) => answer.status === status).length;
  }

  /** The number of responses by status. */
  get statuses(): Record<number, number> {
    return Object.fromEntries([...new Set(this.answers.map(({ status }) => status))].sort().map((status) => [status, this.count(status)]));
  }

  /** Resolves when each request has a response or has failed. */
  async end(): Promise<void> {
    this.going = false;
    await Promise.all(this.callers);
  }
}
