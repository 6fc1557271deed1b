import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { request } from 'undici';
import { signMessage } from '../../common/http/signed-message.js';
import { SystemClock } from '../../common/time/clocks.js';
import { SandboxClock } from '../clock/sandbox-clock.js';
import { SandboxOptions } from '../sandbox-options.js';

interface DueReport {
  id: string;
  operator: string;
  charge_reference: string;
  report_id: string;
  result: string;
  cause: string | null;
  attempts: number;
}

const BATCH = 20;
const TIMEOUT_MS = 10_000;
/** While a report is under way nobody else takes it; longer than a delivery can last. */
const LEASE_MS = 15_000;
const LONGEST_PAUSE_MS = 60_000;

/** Tells the gateway's public callback what became of charges, each report until it answers with 2xx. */
@Injectable()
export class ReportDispatcher {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SandboxClock,
    private readonly system: SystemClock,
    private readonly options: SandboxOptions,
  ) {}

  /**
   * Delivers what is due, in the order of each charge.
   * @param only reports of this charge.
   * @returns how many reports the gateway took.
   */
  async deliverDue(only?: { operator: string; chargeReference: string }): Promise<number> {
    let delivered = 0;
    for (;;) {
      const due = await this.claim(only);
      if (due.length === 0) return delivered;
      const taken = await Promise.all(due.map((report) => this.deliver(report)));
      delivered += taken.filter(Boolean).length;
    }
  }

  /** Delivers everything that will ever be reported, without waiting for its time. */
  async flush(): Promise<number> {
    await this.dataSource.query(
      'UPDATE sandbox.operator_report SET due_at = least(due_at, $1), next_attempt_at = least(next_attempt_at, $2) WHERE announced AND delivered_at IS NULL',
      [await this.clock.now(), this.system.now()],
    );
    return this.deliverDue();
  }

  /** A later report of a charge waits for the earlier one, so that each story is told in its order. */
  private async claim(only?: { operator: string; chargeReference: string }): Promise<DueReport[]> {
    const now = this.system.now();
    const [rows] = await this.dataSource.query<[DueReport[], number]>(
      `UPDATE sandbox.operator_report SET attempts = attempts + 1, next_attempt_at = $3
       WHERE id IN (
         SELECT id FROM sandbox.operator_report r
         WHERE announced AND delivered_at IS NULL AND due_at <= $1 AND next_attempt_at <= $2
           AND ($5::text IS NULL OR (operator = $5 AND charge_reference = $6))
           AND NOT EXISTS (SELECT FROM sandbox.operator_report e WHERE e.operator = r.operator AND e.charge_reference = r.charge_reference
             AND e.announced AND e.delivered_at IS NULL AND e.step < r.step)
         ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED)
       RETURNING id, operator, charge_reference, report_id, result, cause, attempts`,
      [await this.clock.now(), now, new Date(now.getTime() + LEASE_MS), BATCH, only?.operator ?? null, only?.chargeReference ?? null],
    );
    return rows;
  }

  private async deliver(report: DueReport): Promise<boolean> {
    if (await this.send(report)) {
      await this.dataSource.query('UPDATE sandbox.operator_report SET delivered_at = $2 WHERE id = $1', [report.id, this.system.now()]);
      return true;
    }
    const pauseMs = Math.min(500 * 2 ** report.attempts, LONGEST_PAUSE_MS);
    await this.dataSource.query('UPDATE sandbox.operator_report SET next_attempt_at = $2 WHERE id = $1', [
      report.id,
      new Date(this.system.now().getTime() + pauseMs),
    ]);
    return false;
  }

  private async send({ operator, charge_reference, report_id, result, cause }: DueReport): Promise<boolean> {
    const body = JSON.stringify({ reportId: report_id, chargeReference: charge_reference, result, ...(cause && { cause }) });
    try {
      const response = await request(`${this.options.gatewayUrl}/connectors/directbilling/${operator}/reports`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...signMessage(this.options.connectorSecret, { subject: `report ${operator}`, body }, this.system.now()),
        },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body.dump();
      return response.statusCode >= 200 && response.statusCode < 300;
    } catch {
      return false; // not reached: it is repeated
    }
  }
}
