import type { Pool, PoolClient, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { CommitFault } from '../actions/step.js';

export interface Statement {
  /** Name of a prepared statement; missing for any other statement. */
  name?: string;
  text: string;
  values: unknown[];
}

/** The operating system's error for a broken connection. */
export class ConnectionLost extends Error {
  readonly code = 'ECONNRESET';
}

const neverResolves = (): Promise<never> => new Promise(() => undefined);

/**
 * Intercepts all statements of a process. The process has one connection, so its statements run one after the other. Each statement can be
 * delayed or changed, and at a commit the process can die or lose its connection.
 */
export class StatementGate {
  private isDead = false;
  private readonly openClients = new Set<PoolClient>();
  private statementsInProgress = 0;
  private plannedFault: { commitsLeft: number; fault: CommitFault } | null = null;
  /** Awaited before each statement, so that a process can be paused. */
  beforeStatement: () => Promise<void> = () => Promise.resolve();
  /** Lets a bug change a statement. */
  rewrite: (statement: Statement) => Statement = (statement) => statement;

  private constructor(
    private readonly pool: Pool,
    private readonly die: () => void,
  ) {}

  /** @param die kills the process for a planned fault. */
  static install(source: DataSource, die: () => void): StatementGate {
    const pool = (source.driver as PostgresDriver).master as Pool;
    const gate = new StatementGate(pool, die);
    pool.options.max = 1;
    const connect = pool.connect.bind(pool) as (onClient: OnClient) => void;
    // Timers of a dead process must not acquire a connection, because it would never be released.
    const connectUnlessDead = (onClient: OnClient): void => {
      if (gate.isDead) return;
      connect((error, client, release) => {
        if (gate.isDead) return client && release(true);
        if (client) gate.interceptQueries(client);
        onClient(error, client, release);
      });
    };
    pool.connect = ((onClient?: OnClient) =>
      onClient
        ? connectUnlessDead(onClient)
        : new Promise<PoolClient>((resolve, reject) =>
            connectUnlessDead((error, client) => (client ? resolve(client) : reject(error ?? new Error()))),
          )) as Pool['connect'];
    return gate;
  }

  /** @param commit number of the commit, counted from 1. */
  planFault(commit: number, fault: CommitFault): void {
    this.plannedFault = { commitsLeft: commit, fault };
  }

  /** Removes the planned fault. @returns whether it was still planned, because the process made too few commits; false without one. */
  cancelFault(): boolean {
    const wasPending = this.plannedFault !== null;
    this.plannedFault = null;
    return wasPending;
  }

  /** Whether no statement is in progress and no caller waits for a connection. */
  get isIdle(): boolean {
    return this.statementsInProgress === 0 && this.pool.waitingCount === 0 && this.pool.idleCount === this.pool.totalCount;
  }

  /** Process ids of the database backends of this process. */
  get backendPids(): number[] {
    return [...this.openClients].map((client) => (client as unknown as { processID: number }).processID);
  }

  /** Called when the process dies: breaks its connections without ending their sessions, and blocks all further statements. */
  disconnectAll(): void {
    this.isDead = true;
    for (const client of this.openClients) disconnect(client);
  }

  private interceptQueries(client: PoolClient): void {
    if (this.openClients.has(client)) return;
    this.openClients.add(client);
    client.once('end', () => this.openClients.delete(client));
    const query = client.query.bind(client) as (statement: Statement) => Promise<QueryResult>;
    let inTransaction = false;
    const send = async (original: Statement): Promise<QueryResult> => {
      const statement = this.rewrite(original);
      const { text } = statement;
      const isCommit = /^COMMIT/i.test(text) || (!inTransaction && isWriting(text));
      const result = await this.sendWithFault(client, isCommit, () => query(statement));
      if (/^(START TRANSACTION|BEGIN)/i.test(text)) inTransaction = true;
      else if (/^(COMMIT|ROLLBACK)(?! TO)/i.test(text)) inTransaction = false;
      return result;
    };
    client.query = ((...args: unknown[]) => {
      const callback = typeof args.at(-1) === 'function' ? (args.pop() as (error: unknown, result?: QueryResult) => void) : null;
      const sent = send(statementOf(args));
      if (!callback) return sent;
      sent.then(
        (result) => callback(null, result),
        (error: unknown) => callback(error),
      );
      return undefined;
    }) as PoolClient['query'];
  }

  private async sendWithFault(client: PoolClient, isCommit: boolean, send: () => Promise<QueryResult>): Promise<QueryResult> {
    if (this.isDead) return neverResolves();
    this.statementsInProgress += 1;
    try {
      await this.beforeStatement();
      if (this.isDead) return await neverResolves();
      const fault = isCommit ? this.takeDueFault() : null;
      if (fault === 'dies before') return await this.killProcess();
      if (fault === 'breaks before') return breakConnection(client);
      const result = await this.resultUnlessDead(send());
      if (fault === 'dies after') return await this.killProcess();
      return fault === 'breaks after' ? breakConnection(client) : result;
    } finally {
      this.statementsInProgress -= 1;
    }
  }

  /** Returns the result of the statement. Never resolves when the process died meanwhile. */
  private async resultUnlessDead<T>(sent: Promise<T>): Promise<T> {
    try {
      const result = await sent;
      return this.isDead ? await neverResolves() : result;
    } catch (error) {
      if (this.isDead) return neverResolves();
      throw error;
    }
  }

  private killProcess(): Promise<never> {
    this.die();
    return neverResolves();
  }

  /** Counts a commit. @returns the fault that is planned for it; null for none. */
  private takeDueFault(): CommitFault | null {
    if (!this.plannedFault || (this.plannedFault.commitsLeft -= 1) > 0) return null;
    const { fault } = this.plannedFault;
    this.plannedFault = null;
    return fault;
  }
}

type OnClient = (error: Error | undefined, client: PoolClient | undefined, release: PoolClient['release']) => void;

/** Returns the statement in the arguments of `client.query`, which are a text and its values, or an object. */
function statementOf([first, values]: unknown[]): Statement {
  if (typeof first === 'string') return { text: first, values: (values as unknown[] | undefined) ?? [] };
  const { name, text, values: parameters = [] } = first as Partial<Statement> & { text: string };
  return { ...(name !== undefined && { name }), text, values: parameters };
}

/**
 * Whether the statement commits by itself when it runs outside of a transaction. The `webhook_…` functions write, although they are called
 * by SELECT.
 */
function isWriting(text: string): boolean {
  return /^\s*(INSERT|UPDATE|DELETE|WITH)/i.test(text) || /webhook_(claim|record|release_claim)\(/.test(text);
}

function disconnect(client: PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

function breakConnection(client: PoolClient): never {
  disconnect(client);
  throw new ConnectionLost('the connection broke');
}
