import { Injectable } from '@nestjs/common';
import type { FailureReason } from '../../../connectors/channels/port/failure-reasons.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
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

  /** The attempt ended, so nothing more will be heard of its code. */
  async close(unit: UnitOfWork, attemptReference: string, reason: FailureReason | null): Promise<void> {
    await this.settle(unit, attemptReference, null, { state: reason === null ? 'closed' : 'refused', reason });
  }
}
