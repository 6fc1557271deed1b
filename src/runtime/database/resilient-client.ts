import { Client, type ClientConfig, type DatabaseError } from 'pg';

export interface ResilientClientConfig extends ClientConfig {
  /** How long the server may owe an answer before the connection is given up; without it, as long as it takes. */
  answerWithinMs?: number;
}

/** A server that hangs with its connections open, or a way to it that lost them. Judged as the system's own time-outs are. */
class NoAnswerError extends Error {
  readonly code = 'ETIMEDOUT';
}

/** `read_only_sql_transaction`: a standby, or a primary that was demoted. */
const READS_ONLY = '25006';

/**
 * A connection that may break or fall silent at any moment without ending the process or keeping a caller waiting for ever.
 *
 * `pg` has a time-out of its own, but it leaves the connection in use: the statement's late answer and an open transaction would be
 * the next user's. Here the connection ends with an error, so that it is not used again. It also ends once its server has refused to
 * write: a new connection leads to the primary, while this one would lead to the same server for ever.
 */
export class ResilientClient extends Client {
  private readonly answerWithinMs: number;
  private overdue: NodeJS.Timeout | undefined;
  private patient = false;

  constructor(config: ResilientClientConfig = {}) {
    super(config);
    this.answerWithinMs = config.answerWithinMs ?? 0;
    // The taker of a pool's connection listens for its errors only from the next microtask on; a server that says in
    // one breath "ready" and "shutting down" is faster. What it missed comes again when the connection closes.
    this.on('error', () => undefined);
    this.on('drain', () => clearTimeout(this.overdue));
    this.once('end', () => clearTimeout(this.overdue));
    this.connection.on('errorMessage', ({ code }: DatabaseError) => {
      if (code === READS_ONLY) queueMicrotask(() => void this.end()); // before whoever is told can give it back
    });
  }

  /** The signature stands for all of `pg`'s: what is asked and answered is passed on as it is. */
  override query(...question: never[]): never {
    if (this.answerWithinMs > 0 && !this.patient) this.expectAnswer();
    return Reflect.apply(super.query.bind(this), this, question) as never;
  }

  /** For work that takes long on purpose: meanwhile the server may take its time. */
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
    const giveUp = (): void => void this.connection.stream.destroy(new NoAnswerError(`no answer within ${this.answerWithinMs} ms`));
    this.overdue = setTimeout(giveUp, this.answerWithinMs).unref();
  }
}
