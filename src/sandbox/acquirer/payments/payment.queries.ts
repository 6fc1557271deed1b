import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import type { Payment, Refund, SimulatedCode } from './payment.js';

type PaymentRow = Omit<Payment, 'amountMinor' | 'seenMinor' | 'code'> & {
  amountMinor: string;
  seenMinor: string;
  codeReference: string | null;
  codeState: string | null;
  codeCause: string | null;
  alternatives: SimulatedCode['alternatives'];
};

// Parameters: id or reference of the payment, current business time, reference of the requested code.
const SELECT = `
  SELECT p.id, p.reference, p.method, p.amount_minor AS "amountMinor", p.currency, p.seller, p.description, p.return_url AS "returnUrl",
         p.expires_at AS "expiresAt", coalesce(latest.state, 'WAITING') AS state, latest.cause,
         coalesce(latest.amount_minor, p.amount_minor) AS "seenMinor",
         code.reference AS "codeReference", code.state AS "codeState", code.cause AS "codeCause", code.alternatives,
         CASE WHEN latest.state IS NULL THEN coalesce(charge.until, code."waitsUntil") END AS "waitsUntil"
  FROM sandbox.acquirer_payment p
  LEFT JOIN sandbox.acquirer_charge charge ON charge.payment_id = p.id
  LEFT JOIN LATERAL (
    SELECT state, cause, amount_minor FROM sandbox.acquirer_step s
    WHERE s.payment_id = p.id AND s.refund IS NULL AND s.state <> 'CODE_FAILED' AND s.due_at <= $2
    ORDER BY s.due_at DESC, s.id DESC LIMIT 1) latest ON true
  LEFT JOIN LATERAL (
    SELECT c.reference, c.alternatives, step.state, step.cause, max(c.until) FILTER (WHERE step.state IS NULL) OVER () AS "waitsUntil" FROM sandbox.acquirer_code c
    LEFT JOIN LATERAL (
      SELECT state, cause FROM sandbox.acquirer_step s WHERE s.payment_id = p.id AND s.code = c.reference AND s.due_at <= $2
      ORDER BY s.due_at DESC, s.id DESC LIMIT 1) step ON true
    WHERE c.payment_id = p.id ORDER BY (c.reference = $3) IS TRUE DESC, step.state IS NULL DESC, c.number DESC LIMIT 1) code ON true`;

@Injectable()
export class PaymentQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SandboxClock,
  ) {}

  byId(id: string, runner: DataSource | EntityManager = this.dataSource, code: string | null = null): Promise<Payment | null> {
    return this.findOne('p.id = $1', id, runner, code);
  }

  byReference(reference: string, runner: DataSource | EntityManager = this.dataSource): Promise<Payment | null> {
    return this.findOne('p.reference = $1', reference, runner, null);
  }

  async refundByReference(reference: string): Promise<Refund | null> {
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

  private async findOne(condition: string, key: string, runner: DataSource | EntityManager, code: string | null): Promise<Payment | null> {
    const [row] = await runner.query<PaymentRow[]>(`${SELECT} WHERE ${condition}`, [key, await this.clock.now(runner), code]);
    return row ? paymentOf(row) : null;
  }
}

function paymentOf({ codeReference, codeState, codeCause, alternatives, amountMinor, seenMinor, ...row }: PaymentRow): Payment {
  const state = codeState === null ? 'WAITING' : codeState === 'PAID' ? 'PAID' : 'FAILED';
  return {
    ...row,
    amountMinor: Number(amountMinor),
    seenMinor: Number(seenMinor),
    code: codeReference === null ? null : { reference: codeReference, state, cause: codeCause, alternatives },
  };
}
