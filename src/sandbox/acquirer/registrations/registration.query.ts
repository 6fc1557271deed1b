import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import type { Registration } from './registration.js';

const MAX_ROWS = 50;

// Parameter $1: current business time.
const SELECT = `
  SELECT a.id, a.reference, a.kind, a.bank, a.value, a.label, a.seller, a.description, a.terms, a.asked, a.until, a.expires_at AS "expiresAt",
         coalesce(latest.state, 'WAITING') AS state, latest.cause, latest.closed_by AS "closedBy"
  FROM sandbox.acquirer_mandate a
  LEFT JOIN LATERAL (
    SELECT state, cause, closed_by FROM sandbox.acquirer_mandate_step s WHERE s.mandate_id = a.id AND s.due_at <= $1
    ORDER BY s.due_at DESC, s.id DESC LIMIT 1) latest ON true`;

@Injectable()
export class RegistrationQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SandboxClock,
  ) {}

  async byReference(reference: string, runner: DataSource | EntityManager = this.dataSource): Promise<Registration | null> {
    const [row] = await this.rows(runner, 'a.reference = $2', [reference]);
    return row ?? null;
  }

  /** Mandates that wait for the payer, oldest first. */
  async listWaitingMandates(bank: string): Promise<Registration[]> {
    const condition = `a.bank = $2 AND a.asked AND latest.state IS NULL ORDER BY a.made_at LIMIT ${MAX_ROWS}`;
    return this.rows(this.dataSource, condition, [bank]);
  }

  /** Active mandates and aliases in a bank's app, newest first. */
  async listActive(bank: string): Promise<Registration[]> {
    return this.rows(this.dataSource, `a.bank = $2 AND latest.state = 'ACTIVE' ORDER BY a.made_at DESC LIMIT ${MAX_ROWS}`, [bank]);
  }

  /** Banks in whose apps this alias is active. */
  async listBanksWithAlias(runner: EntityManager, value: string): Promise<string[]> {
    const rows = await this.rows(runner, `a.kind = 'ALIAS' AND a.value = $2 AND latest.state = 'ACTIVE'`, [value]);
    return [...new Set(rows.flatMap(({ bank }) => bank ?? []))].toSorted();
  }

  private async rows(runner: DataSource | EntityManager, condition: string, values: readonly unknown[]): Promise<Registration[]> {
    return runner.query<Registration[]>(`${SELECT} WHERE ${condition}`, [await this.clock.now(runner), ...values]);
  }
}
