import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { FailureReason } from '../../../connectors/channels/port/failure-reasons.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import type { PaymentAttempt } from '../entities/payment-attempt.entity.js';
import { type CodeState, PaymentCode } from '../entities/payment-code.entity.js';

/** What became of each code that was typed. The caller holds the lock of the payment. */
@Injectable()
export class CodeLog {
  constructor(private readonly clock: BusinessClock) {}

  /** @param reference null: the one whose end is not known yet. @returns whether it was open until now. */
  async settle(
    { tx }: UnitOfWork,
    attemptReference: string,
    reference: string | null,
    set: { state: CodeState; reason?: FailureReason | null; rawCode?: string | null },
  ): Promise<boolean> {
    const which = { attemptReference, state: 'open' as const, ...(reference !== null && { reference }) };
    const { affected } = await tx.update(PaymentCode, which, { ...set, updatedAt: this.clock.now() });
    return affected === 1;
  }

  /** The attempts ended, so nothing more will be heard of their codes. */
  async close({ tx }: UnitOfWork, attempts: readonly PaymentAttempt[], reason: FailureReason | null): Promise<void> {
    if (attempts.length === 0) return;
    const which = { attemptReference: In(attempts.map(({ reference }) => reference)), state: 'open' as const };
    await tx.update(PaymentCode, which, { state: reason === null ? 'closed' : 'refused', reason, updatedAt: this.clock.now() });
  }
}
