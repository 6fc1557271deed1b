import { Client, type ClientConfig, type DatabaseError } from 'pg';

export interface ResilientClientConfig extends ClientConfig {
  /** How long the server may take to respond before the connection is closed. Without this setting there is no limit. */
  responseTimeoutMs?: number;
}

/** The server hangs or the network path is lost. The code is that of the system's time-outs, so callers treat the error like a time-out. */
class NoResponseError extends Error {
  readonly code = 'ETIMEDOUT';
}

/** `read_only_sql_transaction`: a standby or a demoted primary. */
const READ_ONLY_SERVER = '25006';

/**
 * A connection that can break or hang without ending the process or blocking a caller for ever.
 *
 * `pg` has its own time-out, but keeps the connection in use: the next user would get the late response and the open transaction. This
 * class closes the connection with an error instead. It also closes a connection to a read-only server, because a new connection leads to
 * the primary.
 */
export class ResilientClient extends Client {
  private readonly responseTimeoutMs: number;
  private responseTimer: NodeJS.Timeout | undefined;
  private isWithoutTimeLimit = false;

  constructor(config: ResilientClientConfig = {}) {
    super(config);
    this.responseTimeoutMs = config.responseTimeoutMs ?? 0; // 0 is no limit
    // The user of a pool's connection listens for errors only from the next microtask on. That is too late when the server shuts down
    // immediately: an error without a listener would end the process. The error is emitted again when the connection closes.
    this.on('error', () => undefined);
    this.on('drain', () => clearTimeout(this.responseTimer));
    this.once('end', () => clearTimeout(this.responseTimer));
    this.connection.on('errorMessage', ({ code }: DatabaseError) => {
      if (code === READ_ONLY_SERVER) queueMicrotask(() => void this.end()); // before the caller can release the connection to the pool
    });
  }

  /** One signature for all overloads of `pg`. Parameters and result are passed on unchanged. */
  override query(...parameters: never[]): never {
    if (this.responseTimeoutMs > 0 && !this.isWithoutTimeLimit) this.startResponseTimer();
    return Reflect.apply(super.query.bind(this), this, parameters) as never;
  }

  /** Runs long work without the time limit for responses. */
  async withoutStatementTimeout<T>(work: () => Promise<T>): Promise<T> {
    this.isWithoutTimeLimit = true;
    try {
      return await work();
    } finally {
      this.isWithoutTimeLimit = false;
    }
  }

  private startResponseTimer(): void {
    clearTimeout(this.responseTimer);
    const closeConnection = (): void =>
      void this.connection.stream.destroy(new NoResponseError(`no response from the database within ${this.responseTimeoutMs} ms`));
    this.responseTimer = setTimeout(closeConnection, this.responseTimeoutMs).unref();
  }
}
