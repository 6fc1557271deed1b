import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import type { Payment, PaymentCode } from './payment.js';

type PaymentRow = Omit<Payment, 'amountMinor' | 'seenMinor' | 'code'> & {
  amountMinor: string;
  seenMinor: string;
  codeReference: string | null;
  codeState: string | null;
  codeCause: string | null;
  until: Date;
  alternatives: PaymentCode['alternatives'];
};

// Parameters: what it is looked up by, the present business time.
const SELECT = `
  SELECT p.id, p.reference, p.method, p.amount_minor AS "amountMinor", p.currency, p.description, p.return_url AS "returnUrl",
         p.expires_at AS "expiresAt", coalesce(latest.state, 'WAITING') AS state, latest.cause,
         coalesce(latest.amount_minor, p.amount_minor) AS "seenMinor",
         code.reference AS "codeReference", code.state AS "codeState", code.cause AS "codeCause", code.until, code.alternatives
  FROM sandbox.acquirer_payment p
  LEFT JOIN LATERAL (
    SELECT state, cause, amount_minor FROM sandbox.acquirer_step s
    WHERE s.payment_id = p.id AND s.refund IS NULL AND s.state <> 'CODE_FAILED' AND s.due_at <= $2
    ORDER BY s.due_at DESC, s.id DESC LIMIT 1) latest ON true
  LEFT JOIN LATERAL (
    SELECT c.reference, c.until, c.alternatives, word.state, word.cause FROM sandbox.acquirer_code c
    LEFT JOIN LATERAL (
      SELECT state, cause FROM sandbox.acquirer_step s WHERE s.payment_id = p.id AND s.code = c.reference AND s.due_at <= $2
      ORDER BY s.due_at DESC, s.id DESC LIMIT 1) word ON true
    WHERE c.payment_id = p.id ORDER BY c.number DESC LIMIT 1) code ON true`;

@Injectable()
export class PaymentQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SandboxClock,
  ) {}

  byId(id: string, runner: DataSource | EntityManager = this.dataSource): Promise<Payment | null> {
    return this.one('p.id = $1', id, runner);
  }

  byReference(reference: string): Promise<Payment | null> {
    return this.one('p.reference = $1', reference, this.dataSource);
  }

  private async one(where: string, key: string, runner: DataSource | EntityManager): Promise<Payment | null> {
    const [row] = await runner.query<PaymentRow[]>(`${SELECT} WHERE ${where}`, [key, await this.clock.now()]);
    return row ? paymentOf(row) : null;
  }
}

function paymentOf({ codeReference, codeState, codeCause, until, alternatives, amountMinor, seenMinor, ...row }: PaymentRow): Payment {
  const state = codeState === null ? 'WAITING' : codeState === 'PAID' ? 'PAID' : 'FAILED';
  return {
    ...row,
    amountMinor: Number(amountMinor),
    seenMinor: Number(seenMinor),
    code: codeReference === null ? null : { reference: codeReference, state, cause: codeCause, until, alternatives },
  };
}
