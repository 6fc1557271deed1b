import type { HttpResponse } from '../../support/http-client.js';
import { times } from '../../support/times.js';
import { until } from '../../support/until.js';

/** Callers that ask again and again; every answer is kept. */
export class Load {
  readonly answers: HttpResponse[] = [];
  /** Requests that got no answer: the connection failed. */
  readonly failures: unknown[] = [];
  private readonly callers: Promise<void>[];
  private going = true;

  /** @param call the number says which call it is, over all callers. */
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

  /** Waits for so many more answers of the status. */
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

  /** Each status with how often it was answered. */
  get statuses(): Record<number, number> {
    return Object.fromEntries([...new Set(this.answers.map(({ status }) => status))].sort().map((status) => [status, this.count(status)]));
  }

  /** Resolves when every request has been answered or has failed. */
  async end(): Promise<void> {
    this.going = false;
    await Promise.all(this.callers);
  }
}
