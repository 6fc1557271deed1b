import type { Pool, PoolClient, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { CommitFault } from '../actions/step.js';

export interface Statement {
  /** Passed where the statement is prepared. */
  name?: string;
  text: string;
  values: unknown[];
}

/** The operating system's error for a broken connection. */
export class ConnectionLost extends Error {
  readonly code = 'ECONNRESET';
}

const never = (): Promise<never> => new Promise(() => undefined);

/**
 * All statements of a process on their way to the database. The process has one connection, so its statements run one after the other
 * however many callers there are. Each of them can be stopped, changed or lost.
 */
export class StatementGate {
  private dead = false;
  private readonly open = new Set<PoolClient>();
  private underWay = 0;
  private faultAt: { commitsLeft: number; fault: CommitFault } | null = null;
  /** Awaited before each statement, so that two processes take turns. */
  turn: () => Promise<void> = () => Promise.resolve();
  /** Lets a bug change a statement. */
  rewrite: (statement: Statement) => Statement = (statement) => statement;

  private constructor(
    private readonly pool: Pool,
    private readonly die: () => void,
  ) {}

  static of(source: DataSource, die: () => void): StatementGate {
    const pool = (source.driver as PostgresDriver).master as Pool;
    const gate = new StatementGate(pool, die);
    pool.options.max = 1;
    const connect = pool.connect.bind(pool) as (taken: Taken) => void;
    // Timers of a dead process must not take a connection, because it would never be given back.
    const taking = (then: Taken): void => {
      if (gate.dead) return;
      connect((error, client, release) => {
        if (gate.dead) return client && release(true);
        if (client) gate.guard(client);
        then(error, client, release);
      });
    };
    pool.connect = ((taken?: Taken) =>
      taken
        ? taking(taken)
        : new Promise<PoolClient>((resolve, reject) =>
            taking((error, client) => (client ? resolve(client) : reject(error ?? new Error()))),
          )) as Pool['connect'];
    return gate;
  }

  /** @param commit which of the next commits, from 1. */
  plan(commit: number, fault: CommitFault): void {
    this.faultAt = { commitsLeft: commit, fault };
  }

  /** @returns whether that commit was not reached. */
  unplan(): boolean {
    const pending = this.faultAt !== null;
    this.faultAt = null;
    return pending;
  }

  get isQuiet(): boolean {
    return this.underWay === 0 && this.pool.waitingCount === 0 && this.pool.idleCount === this.pool.totalCount;
  }

  /** Process ids of the server's backends for this process. */
  get backends(): number[] {
    return [...this.open].map((client) => (client as unknown as { processID: number }).processID);
  }

  /** Closes the gate without closing the connection, as a dead process does. */
  cut(): void {
    this.dead = true;
    for (const client of this.open) disconnect(client);
  }

  private guard(client: PoolClient): void {
    if (this.open.has(client)) return;
    this.open.add(client);
    client.once('end', () => this.open.delete(client));
    const query = client.query.bind(client) as (statement: Statement) => Promise<QueryResult>;
    let inTransaction = false;
    const send = async (given: Statement): Promise<QueryResult> => {
      const statement = this.rewrite(given);
      const { text } = statement;
      const commits = /^COMMIT/i.test(text) || (!inTransaction && writes(text));
      const result = await this.pass(client, commits, () => query(statement));
      if (/^(START TRANSACTION|BEGIN)/i.test(text)) inTransaction = true;
      else if (/^(COMMIT|ROLLBACK)(?! TO)/i.test(text)) inTransaction = false;
      return result;
    };
    client.query = ((...given: unknown[]) => {
      const callback = typeof given.at(-1) === 'function' ? (given.pop() as (error: unknown, result?: QueryResult) => void) : null;
      const sent = send(statementOf(given));
      if (!callback) return sent;
      sent.then(
        (result) => callback(null, result),
        (error: unknown) => callback(error),
      );
      return undefined;
    }) as PoolClient['query'];
  }

  private async pass(client: PoolClient, commits: boolean, send: () => Promise<QueryResult>): Promise<QueryResult> {
    if (this.dead) return never();
    this.underWay += 1;
    try {
      await this.turn();
      if (this.dead) return await never();
      const fault = commits ? this.faultNow() : null;
      if (fault === 'dies before') return await this.killed();
      if (fault === 'breaks before') return broken(client);
      const result = await this.unlessDead(send());
      if (fault === 'dies after') return await this.killed();
      return fault === 'breaks after' ? broken(client) : result;
    } finally {
      this.underWay -= 1;
    }
  }

  private async unlessDead<T>(sent: Promise<T>): Promise<T> {
    try {
      const result = await sent;
      return this.dead ? await never() : result;
    } catch (error) {
      if (this.dead) return never();
      throw error;
    }
  }

  private killed(): Promise<never> {
    this.die();
    return never();
  }

  private faultNow(): CommitFault | null {
    if (!this.faultAt || (this.faultAt.commitsLeft -= 1) > 0) return null;
    const { fault } = this.faultAt;
    this.faultAt = null;
    return fault;
  }
}

type Taken = (error: Error | undefined, client: PoolClient | undefined, release: PoolClient['release']) => void;

function statementOf([first, values]: unknown[]): Statement {
  if (typeof first === 'string') return { text: first, values: (values as unknown[] | undefined) ?? [] };
  const { name, text, values: own = [] } = first as Partial<Statement> & { text: string };
  return { ...(name !== undefined && { name }), text, values: own };
}

function writes(text: string): boolean {
  return /^\s*(INSERT|UPDATE|DELETE|WITH)/i.test(text) || /webhook_(claim|record|give_back)\(/.test(text);
}

function disconnect(client: PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

function broken(client: PoolClient): never {
  disconnect(client);
  throw new ConnectionLost('the connection broke');
}
