import { Client, type ClientConfig, type DatabaseError } from 'pg';

export interface ResilientClientConfig extends ClientConfig {
  /** How long the server may take to answer before the connection is closed; without it, there is no limit. */
  answerWithinMs?: number;
}

/** A hanging server or a lost network path. Its code is that of the system's time-outs, so it is treated like those. */
class NoResponseError extends Error {
  readonly code = 'ETIMEDOUT';
}

/** `read_only_sql_transaction`: a standby or a demoted primary. */
const READS_ONLY = '25006';

/**
 * A connection that may break or hang without ending the process or blocking a caller for ever.
 *
 * `pg` has a time-out of its own, but keeps the connection in use: the next user would get the late answer and the open transaction. Here the
 * connection is closed with an error. It is also closed when its server is read-only: a new connection leads to the primary.
 */
export class ResilientClient extends Client {
  private readonly answerWithinMs: number;
  private overdue: NodeJS.Timeout | undefined;
  private patient = false;

  constructor(config: ResilientClientConfig = {}) {
    super(config);
    this.answerWithinMs = config.answerWithinMs ?? 0;
    // The user of a pool's connection listens for errors only from the next microtask on, which is too late for a server that shuts down at once.
    // The error comes again when the connection closes.
    this.on('error', () => undefined);
    this.on('drain', () => clearTimeout(this.overdue));
    this.once('end', () => clearTimeout(this.overdue));
    this.connection.on('errorMessage', ({ code }: DatabaseError) => {
      if (code === READS_ONLY) queueMicrotask(() => void this.end()); // before the caller can give the connection back
    });
  }

  /** This signature stands for all of `pg`'s; parameters and result are passed on unchanged. */
  override query(...question: never[]): never {
    if (this.answerWithinMs > 0 && !this.patient) this.expectAnswer();
    return Reflect.apply(super.query.bind(this), this, question) as never;
  }

  /** For long work: no time limit meanwhile. */
  async withoutStatementTimeout<T>(work: () => Promise<T>): Promise<T> {
    this.patient = true;
    try {
      return await work();
    } finally {
      this.patient = false;
    }
  }

  private expectAnswer(): void {
    clearTimeout(this.overdue);
    const giveUp = (): void => void this.connection.stream.destroy(new NoResponseError(`no answer within ${this.answerWithinMs} ms`));
    this.overdue = setTimeout(giveUp, this.answerWithinMs).unref();
  }
}
