import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import type { Registration } from '../registrations/registration.js';
import { RegistrationQuery } from '../registrations/registration.query.js';
import { CONFIRMATION_AMOUNT_MINOR, CHARGE_CONFIRM_SECONDS, chargeScenarioOf } from '../scenarios/charge-scenarios.js';
import type { ResponseMode, Step } from '../scenarios/scenario.js';
import { TestAmountLog } from '../scenarios/test-amount-log.js';
import { StartPaymentService } from '../payments/start-payment.service.js';
import type { Payment } from '../payments/payment.js';
import type { MandateChargeOrder } from './mandate-orders.js';
import { type ChargedTotals, declineReason } from './decline-reason.js';

interface ChargePlan {
  steps: readonly Step[];
  responseMode: ResponseMode;
  /** When the payer's time to confirm in the bank's app ends; null when the app does not ask. */
  until: Date | null;
}

/** Charges a payer under a mandate. A lock on the mandate's row serializes its charges, so that concurrent charges keep to its limits. */
@Injectable()
export class ChargeMandateService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mandates: RegistrationQuery,
    private readonly startPayment: StartPaymentService,
    private readonly clock: SandboxClock,
    private readonly testAmounts: TestAmountLog,
  ) {}

  /**
   * A repeated reference makes no second charge.
   * @returns null when there is no such mandate
   * @throws ConflictException when the repeated order differs
   */
  async run(reference: string, order: MandateChargeOrder): Promise<{ payment: Payment; responseMode: ResponseMode } | null> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query('SELECT FROM sandbox.acquirer_mandate WHERE reference = $1 FOR NO KEY UPDATE', [reference]);
      const mandate = await this.mandates.byReference(reference, tx);
      if (mandate?.kind !== 'CONSENT') return null;
      const responseMode = await this.startCharge(tx, mandate, order);
      return { payment: await this.startPayment.requireSamePayment(order.payment, tx), responseMode };
    });
  }

  private async startCharge(tx: EntityManager, mandate: Registration, order: MandateChargeOrder): Promise<ResponseMode> {
    const { steps, responseMode, until } = await this.planCharge(tx, mandate, order);
    const id = randomUUID();
    if (!(await this.startPayment.insertPayment(tx, order.payment, id, steps))) return 'immediately';
    this.testAmounts.write('charge', order.payment.reference, order.payment.amountMinor);
    await tx.query('INSERT INTO sandbox.acquirer_charge (payment_id, mandate_id, first, until, lines) VALUES ($1, $2, false, $3, $4)', [
      id,
      mandate.id,
      until,
      JSON.stringify(order.lines),
    ]);
    await tx.query('UPDATE sandbox.acquirer_mandate SET used_at = now(), label = coalesce($2, label) WHERE id = $1', [
      mandate.id,
      order.label,
    ]);
    return responseMode;
  }

  private async planCharge(tx: EntityManager, mandate: Registration, { payment, until }: MandateChargeOrder): Promise<ChargePlan> {
    const now = await this.clock.now(tx);
    const cause = declineReason(mandate, payment, await this.chargedTotals(tx, mandate.id, now), now);
    if (cause !== null) return { steps: [{ state: 'FAILED', afterSeconds: 0, cause }], responseMode: 'immediately', until: null };
    const { responseMode, withoutConfirmation } = chargeScenarioOf(payment.amountMinor);
    // With model M the app asks the payer before each charge, with the models A and O only before a charge of the test amount.
    const isManual = mandate.terms?.model === 'M';
    if (!isManual && payment.amountMinor !== CONFIRMATION_AMOUNT_MINOR) return { steps: withoutConfirmation, responseMode, until: null };
    // A limit of the gateway may shorten the scheme's 72 hours. Without one, a charge of models A and O waits until the payment expires.
    const confirmUntil = until ?? (isManual ? null : payment.expiresAt);
    const seconds = Math.min(CHARGE_CONFIRM_SECONDS, confirmUntil ? (confirmUntil.getTime() - now.getTime()) / 1000 : Infinity);
    return {
      steps: [{ state: 'FAILED', afterSeconds: seconds, cause: isManual ? 'AM_TIMEOUT' : 'USER_TIMEOUT' }],
      // `after the callback` is not possible: the first callback follows the payer's confirmation.
      responseMode: responseMode === 'never' ? 'never' : 'immediately',
      until: new Date(now.getTime() + seconds * 1000),
    };
  }

  /** Count and sum of the paid and the waiting charges. The mandate's limits do not include its first payment. */
  private async chargedTotals(tx: EntityManager, mandateId: string, now: Date): Promise<ChargedTotals> {
    const [row] = await tx.query<{ count: string; sum: string }[]>(
      `SELECT count(*), coalesce(sum(p.amount_minor), 0) AS sum FROM sandbox.acquirer_charge c JOIN sandbox.acquirer_payment p ON p.id = c.payment_id
       WHERE c.mandate_id = $1 AND NOT c.first AND coalesce((
         SELECT state FROM sandbox.acquirer_step s WHERE s.payment_id = p.id AND s.refund IS NULL AND s.due_at <= $2
         ORDER BY s.due_at DESC, s.id DESC LIMIT 1), 'WAITING') IN ('WAITING', 'PAID')`,
      [mandateId, now],
    );
    return { count: Number(row?.count), sumMinor: Number(row?.sum) };
  }
}
