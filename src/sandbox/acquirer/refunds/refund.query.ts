import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import type { RefundState } from '../scenarios/scenario.js';

export interface Refund {
  id: string;
  reference: string;
  amountMinor: number;
  currency: string;
  state: 'PENDING' | RefundState;
  cause: string | null;
}

@Injectable()
export class RefundQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SandboxClock,
  ) {}

  async byReference(reference: string): Promise<Refund | null> {
    const [row] = await this.dataSource.query<(Omit<Refund, 'amountMinor'> & { amountMinor: string })[]>(
      `SELECT r.id, r.reference, r.amount_minor AS "amountMinor", p.currency, coalesce(latest.state, 'PENDING') AS state, latest.cause
       FROM sandbox.acquirer_refund r JOIN sandbox.acquirer_payment p ON p.id = r.payment_id
       LEFT JOIN LATERAL (
         SELECT state, cause FROM sandbox.acquirer_step s WHERE s.payment_id = p.id AND s.refund = r.reference AND s.due_at <= $2
         ORDER BY s.due_at DESC, s.id DESC LIMIT 1) latest ON true
       WHERE r.reference = $1`,
      [reference, await this.clock.now()],
    );
    return row ? { ...row, amountMinor: Number(row.amountMinor) } : null;
  }
}
