import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../../common/time/clocks.js';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import type { Step } from '../scenarios/scenario.js';
import { requireMethod } from '../methods.js';

/** A payment, one of its codes or one of its refunds. */
export interface ScenarioSubject {
  payment: { id: string; method: string; amountMinor: number; expiresAt: Date };
  code?: string;
  refund?: { reference: string; amountMinor: number };
}

/** Stores the future steps of a subject in advance and replaces earlier future steps. */
@Injectable()
export class ScenarioWriter {
  constructor(
    private readonly clock: SandboxClock,
    private readonly system: SystemClock,
  ) {}

  /** The transaction must hold the lock on the payment's row. */
  async write(tx: EntityManager, subject: ScenarioSubject, steps: readonly Step[]): Promise<void> {
    const now = await this.clock.now(tx);
    if (!subject.refund) await this.deleteFutureSteps(tx, subject, steps, now);
    for (const step of steps) await this.writeStep(tx, subject, step, now);
  }

  /** Deletes all future steps of the payment when the new steps change its state, otherwise only the future steps of the code. */
  private async deleteFutureSteps(tx: EntityManager, { payment, code }: ScenarioSubject, steps: readonly Step[], now: Date): Promise<void> {
    await tx.query('DELETE FROM sandbox.acquirer_step WHERE payment_id = $1 AND refund IS NULL AND due_at > $2 AND ($3 OR code = $4)', [
      payment.id,
      now,
      steps.some(({ state }) => state !== 'CODE_FAILED'),
      code ?? null,
    ]);
  }

  /**
   * Writes one row for each callback of the step. The rows have the same event id, as repeated callbacks of a real acquirer have. A step
   * without a callback has one row that is not announced.
   */
  private async writeStep(tx: EntityManager, { payment, code, refund }: ScenarioSubject, step: Step, now: Date): Promise<void> {
    const [eventId, callbackCount] = [uuidv7(), step.callbackCount ?? 1];
    const startTime = step.fromExpiry ? payment.expiresAt : now;
    for (let copy = 0; copy < Math.max(1, callbackCount); copy += 1) {
      await tx.query(
        `INSERT INTO sandbox.acquirer_step (id, payment_id, refund, code, state, cause, amount_minor, event_id, announced, due_at, next_attempt_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          uuidv7(),
          payment.id,
          refund?.reference ?? null,
          code ?? null,
          stateOf(step, payment.method, refund !== undefined),
          step.cause ?? null,
          step.amountMinor ?? refund?.amountMinor ?? payment.amountMinor,
          eventId,
          callbackCount > 0,
          new Date(startTime.getTime() + step.afterSeconds * 1000),
          this.system.now(),
        ],
      );
    }
  }
}

/** With a method of two steps, the payer's confirmation only authorizes the money. */
function stateOf({ state, captured }: Step, method: string, isRefund: boolean): string {
  return state === 'PAID' && !isRefund && !captured && requireMethod(method).twoSteps ? 'AUTHORIZED' : state;
}
