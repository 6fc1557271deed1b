import type { DataSource } from 'typeorm';
import { request } from 'undici';
import { signMessage } from '../../common/http/signed-message.js';
import type { SystemClock } from '../../common/time/clocks.js';
import type { SandboxClock } from '../clock/sandbox-clock.js';
import type { SandboxOptions } from '../sandbox-options.js';

/** A report as it leaves. */
export interface ReportMessage {
  /** Of the gateway's public callback. */
  path: string;
  /** What the signature is good for. */
  subject: string;
  body: object;
}

/** Where a party keeps its reports: a table with `id`, `announced`, `due_at`, `next_attempt_at`, `attempts` and `delivered_at`. */
export interface ReportTable {
  name: string;
  /** SQL: row `e` is an earlier part of the story that row `r` goes on with. */
  earlier: string;
  /** SQL: row `r` belongs to the one thing that parameter $5 names. */
  ofOne: string;
  /** SQL: the row waits for its time, also when everything is to be told at once. */
  notFlushed?: string;
}

interface Claimed {
  id: string;
  attempts: number;
}

const BATCH = 20;
const TIMEOUT_MS = 10_000;
/** While a report is under way no other worker takes it; longer than a delivery can last. */
const LEASE_MS = 15_000;
const LONGEST_PAUSE_MS = 60_000;

/** Tells the gateway's public callback what became of things, each report until it answers with 2xx. */
export abstract class ReportDispatcher<Row> {
  protected abstract readonly table: ReportTable;

  constructor(
    protected readonly dataSource: DataSource,
    protected readonly clock: SandboxClock,
    private readonly system: SystemClock,
    private readonly options: SandboxOptions,
  ) {}

  protected abstract messageOf(row: Row): ReportMessage;
  /** Of reports that were just claimed. */
  protected abstract rowsOf(ids: readonly string[]): Promise<(Row & { id: string })[]>;

  /**
   * Delivers what is due, in the order of each story.
   * @param one only reports of this.
   * @returns how many reports the gateway took.
   */
  async deliverDue(one: string | null = null): Promise<number> {
    let delivered = 0;
    for (;;) {
      const claimed = await this.claim(one);
      if (claimed.length === 0) return delivered;
      const attempts = new Map(claimed.map((report) => [report.id, report.attempts]));
      const rows = await this.rowsOf([...attempts.keys()]);
      const taken = await Promise.all(rows.map((row) => this.deliver(row.id, attempts.get(row.id) ?? 1, this.messageOf(row))));
      delivered += taken.filter(Boolean).length;
    }
  }

  /** Delivers everything that will ever be reported, without waiting for its time. */
  async flush(): Promise<number> {
    await this.dataSource.query(
      `UPDATE ${this.table.name} SET due_at = least(due_at, $1), next_attempt_at = least(next_attempt_at, $2)
       WHERE announced AND delivered_at IS NULL AND NOT (${this.table.notFlushed ?? 'false'})`,
      [await this.clock.now(), this.system.now()],
    );
    return this.deliverDue();
  }

  /** A later report waits for the earlier one, so that each story is told in its order. */
  private async claim(one: string | null): Promise<Claimed[]> {
    const now = this.system.now();
    const { name, earlier, ofOne } = this.table;
    const [rows] = await this.dataSource.query<[Claimed[], number]>(
      `UPDATE ${name} SET attempts = attempts + 1, next_attempt_at = $3
       WHERE id IN (
         SELECT id FROM ${name} r
         WHERE announced AND delivered_at IS NULL AND due_at <= $1 AND next_attempt_at <= $2 AND ($5::text IS NULL OR ${ofOne})
           AND NOT EXISTS (SELECT FROM ${name} e WHERE ${earlier} AND e.announced AND e.delivered_at IS NULL)
         ORDER BY due_at LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED)
       RETURNING id, attempts`,
      [await this.clock.now(), now, new Date(now.getTime() + LEASE_MS), BATCH, one],
    );
    return rows;
  }

  private async deliver(id: string, attempts: number, message: ReportMessage): Promise<boolean> {
    if (await this.send(message)) {
      await this.dataSource.query(`UPDATE ${this.table.name} SET delivered_at = $2 WHERE id = $1`, [id, this.system.now()]);
      return true;
    }
    const pauseMs = Math.min(500 * 2 ** attempts, LONGEST_PAUSE_MS);
    await this.dataSource.query(`UPDATE ${this.table.name} SET next_attempt_at = $2 WHERE id = $1`, [
      id,
      new Date(this.system.now().getTime() + pauseMs),
    ]);
    return false;
  }

  private async send({ path, subject, body }: ReportMessage): Promise<boolean> {
    const text = JSON.stringify(body);
    const signature = signMessage(this.options.connectorSecret, { subject, body: text }, this.system.now());
    try {
      const response = await request(`${this.options.gatewayUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signature },
        body: text,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body.dump();
      return response.statusCode >= 200 && response.statusCode < 300;
    } catch {
      return false; // not reached: it is repeated
    }
  }
}
