import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import { type RefundScenario, refundScenarioOf } from '../scenarios/refund-scenarios.js';
import type { ResponseMode } from '../scenarios/scenario.js';
import { TestAmountLog } from '../scenarios/test-amount-log.js';
import { requireMethod } from '../methods.js';
import { ChangePaymentService } from './change-payment.service.js';
import type { Payment } from './payment.js';
import { ScenarioWriter } from './scenario-writer.js';
import type { RefundOrder } from './orders.js';

/** A scenario that no amount chooses: the acquirer rejects the refund without a callback. */
const rejection = (cause: string): RefundScenario => ({
  amountMinor: null,
  outcome: '',
  steps: [{ state: 'REJECTED', afterSeconds: 0, cause, callbackCount: 0 }],
});

@Injectable()
export class RefundPaymentService {
  constructor(
    private readonly changes: ChangePaymentService,
    private readonly clock: SandboxClock,
    private readonly scenarioWriter: ScenarioWriter,
    private readonly testAmounts: TestAmountLog,
  ) {}

  /** A repeated reference makes no second refund. @returns null when there is no such payment. */
  async run(paymentId: string, order: RefundOrder): Promise<ResponseMode | null> {
    let responseMode: ResponseMode = 'immediately';
    const payment = await this.changes.run(paymentId, async (tx, paymentBefore) => {
      responseMode = await this.startRefund(tx, paymentBefore, order);
    });
    return payment && responseMode;
  }

  private async startRefund(tx: EntityManager, payment: Payment, order: RefundOrder): Promise<ResponseMode> {
    const scenario = await this.scenarioOf(tx, payment, order.amountMinor);
    const [inserted] = await tx.query<{ id: string }[]>(
      `INSERT INTO sandbox.acquirer_refund (reference, id, payment_id, amount_minor) VALUES ($1, $2, $3, $4)
       ON CONFLICT (reference) DO NOTHING RETURNING id`,
      [order.reference, randomUUID(), payment.id, order.amountMinor],
    );
    if (!inserted) return 'immediately';
    this.testAmounts.write('refund', order.reference, order.amountMinor);
    await this.scenarioWriter.write(tx, { payment, refund: order }, scenario.steps);
    return scenario.responseMode ?? 'immediately';
  }

  private async scenarioOf(tx: EntityManager, payment: Payment, amountMinor: number): Promise<RefundScenario> {
    if (requireMethod(payment.method).noRefunds) return rejection('NOT_REFUNDABLE');
    if (payment.state !== 'PAID') return rejection('NOT_PAID');
    if (amountMinor > payment.seenMinor - (await this.refundedMinor(tx, payment.id))) return rejection('AMOUNT_TOO_HIGH');
    return refundScenarioOf(amountMinor);
  }

  /** Sum of the refunds that are done or pending. */
  private async refundedMinor(tx: EntityManager, paymentId: string): Promise<number> {
    const [row] = await tx.query<{ sum: string }[]>(
      `SELECT coalesce(sum(r.amount_minor), 0) AS sum FROM sandbox.acquirer_refund r
       WHERE r.payment_id = $1 AND coalesce((
         SELECT state FROM sandbox.acquirer_step s WHERE s.payment_id = $1 AND s.refund = r.reference AND s.due_at <= $2
         ORDER BY s.due_at DESC, s.id DESC LIMIT 1), 'PENDING') IN ('PENDING', 'DONE')`,
      [paymentId, await this.clock.now(tx)],
    );
    return Number(row?.sum);
  }
}
