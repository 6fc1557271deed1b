import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';

/** A payment (amount above zero) or a refund (amount below zero). */
export interface SettlementLine {
  /** The gateway's reference of the payment or of the refund. */
  reference: string;
  amountMinor: number;
  currency: string;
  /** Reference of the payment, or of the refunded payment. It is the column `payment` of the file. */
  payment: string;
}

// A step is a change of state that is stored in advance: see `ScenarioWriter`. Only the latest step of a payment or refund counts. So a
// payment or refund that failed after it was paid or done is not settled, and repeated callbacks give one line.
const LINES = `
  SELECT coalesce(s.refund, p.reference) AS reference, CASE WHEN s.refund IS NULL THEN s.amount_minor ELSE -s.amount_minor END AS "amountMinor",
    p.currency, p.reference AS payment
  FROM sandbox.acquirer_step s JOIN sandbox.acquirer_payment p ON p.id = s.payment_id
  WHERE p.method = $1 AND s.due_at >= $2 AND s.due_at < $3 AND s.due_at <= $4 AND s.state IN ('PAID', 'DONE') AND NOT EXISTS (
    SELECT FROM sandbox.acquirer_step later
    WHERE later.payment_id = s.payment_id AND later.refund IS NOT DISTINCT FROM s.refund AND later.state <> 'CODE_FAILED' AND later.due_at <= $4
      AND (later.due_at, later.id) > (s.due_at, s.id))
  ORDER BY s.due_at, s.id`;

@Injectable()
export class SettlementFileQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SandboxClock,
  ) {}

  /** @param method the acquirer's name of the payment method. @param to end of the time range, exclusive */
  async run(method: string, from: Date, to: Date): Promise<SettlementLine[]> {
    const rows = await this.dataSource.query<(Omit<SettlementLine, 'amountMinor'> & { amountMinor: string })[]>(LINES, [
      method,
      from,
      to,
      await this.clock.now(),
    ]);
    return rows.map((row) => ({ ...row, amountMinor: Number(row.amountMinor) }));
  }
}
