import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { request } from 'undici';
import { signMessage } from '../../common/signed-message.js';
import { SystemClock } from '../../common/time/clocks.js';
import { SandboxOptions } from '../sandbox-options.js';
import { BUSINESS_NOW, isNext, type CallbackTable } from './callback-table.js';

export interface CallbackMessage {
  /** Path of the gateway's public route for callbacks. */
  path: string;
  /** The purpose that the signature covers: see `SignedMessage.subject`. */
  subject: string;
  body: object;
}

interface ClaimedCallback {
  id: string;
  /** Number of attempts, including the one for which the callback is claimed. */
  attempts: number;
}

const BATCH_SIZE = 20;
const TIMEOUT_MS = 10_000;
/** Duration of a claim. It is longer than a delivery can last, so that no other process sends the same callback meanwhile. */
const LEASE_MS = 15_000;
/** The pause after the first failed attempt is twice this time. Each further pause is twice as long as the pause before. */
const PAUSE_BASE_MS = 500;
const MAX_PAUSE_MS = 60_000;

/** Delivers callbacks to the gateway and repeats each callback until the response is 2xx. */
@Injectable()
export abstract class CallbackDispatcher<Row> {
  abstract readonly table: CallbackTable;

  constructor(
    protected readonly dataSource: DataSource,
    private readonly system: SystemClock,
    private readonly options: SandboxOptions,
  ) {}

  protected abstract messageOf(row: Row): CallbackMessage;
  /** Reads claimed callbacks. */
  protected abstract rowsOf(ids: readonly string[]): Promise<(Row & { id: string })[]>;

  /**
   * Delivers due callbacks. Callbacks of one scenario are sent in order.
   * @param onlyOwner key of a payment, registration or charge whose callbacks alone are delivered. The table's `ofOne` compares the key.
   * @returns how many callbacks the gateway accepted.
   */
  async deliverDue(onlyOwner: string | null = null): Promise<number> {
    let acceptedCount = 0;
    for (;;) {
      const claimed = await this.claim(onlyOwner);
      if (claimed.length === 0) return acceptedCount;
      const attemptsById = new Map(claimed.map((callback) => [callback.id, callback.attempts]));
      const rows = await this.rowsOf([...attemptsById.keys()]);
      const accepted = await Promise.all(rows.map((row) => this.deliver(row.id, attemptsById.get(row.id) ?? 1, this.messageOf(row))));
      acceptedCount += accepted.filter(Boolean).length;
    }
  }

  /** Makes all future callbacks due, except those that `notFlushed` selects, and delivers them. @returns how many the gateway accepted. */
  async flush(): Promise<number> {
    await this.dataSource.query(
      `UPDATE ${this.table.name} SET due_at = least(due_at, ${BUSINESS_NOW}), next_attempt_at = least(next_attempt_at, $1)
       WHERE announced AND delivered_at IS NULL AND NOT (${this.table.notFlushed ?? 'false'})`,
      [this.system.now()],
    );
    return this.deliverDue();
  }

  /** Claims due callbacks. A later callback of a scenario waits until the earlier callback was delivered. */
  private async claim(onlyOwner: string | null): Promise<ClaimedCallback[]> {
    const now = this.system.now();
    const { name, ofOne } = this.table;
    const [claimed] = await this.dataSource.query<[ClaimedCallback[], number]>(
      `UPDATE ${name} SET attempts = attempts + 1, next_attempt_at = $2
       WHERE id IN (
         SELECT id FROM ${name} r
         WHERE r.due_at <= ${BUSINESS_NOW} AND r.next_attempt_at <= $1 AND ($4::text IS NULL OR ${ofOne}) AND ${isNext(this.table)}
         ORDER BY due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
       RETURNING id, attempts`,
      [now, new Date(now.getTime() + LEASE_MS), BATCH_SIZE, onlyOwner],
    );
    return claimed;
  }

  private async deliver(id: string, attemptCount: number, message: CallbackMessage): Promise<boolean> {
    if (await this.send(message)) {
      await this.dataSource.query(`UPDATE ${this.table.name} SET delivered_at = $2 WHERE id = $1`, [id, this.system.now()]);
      return true;
    }
    const pauseMs = Math.min(PAUSE_BASE_MS * 2 ** attemptCount, MAX_PAUSE_MS);
    await this.dataSource.query(`UPDATE ${this.table.name} SET next_attempt_at = $2 WHERE id = $1`, [
      id,
      new Date(this.system.now().getTime() + pauseMs),
    ]);
    return false;
  }

  private async send({ path, subject, body }: CallbackMessage): Promise<boolean> {
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
      return false; // no response: the callback is repeated
    }
  }
}
