import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { FailureReason } from '../../../../connectors/channels/port/failure-reasons.js';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { UnitOfWork } from '../../../../platform/changes/unit-of-work.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import { type CodeState, PaymentCode } from './payment-code.entity.js';

/** What became of each code that was typed. The caller holds the lock of the payment. */
@Injectable()
export class CodeLog {
  constructor(private readonly clock: BusinessClock) {}

  /** @param reference null: the one whose end is not known yet. @returns the code, if it was open until now. */
  async settle(
    { tx }: UnitOfWork,
    attemptReference: string,
    reference: string | null,
    set: { state: CodeState; reason?: FailureReason | null; rawCode?: string | null },
  ): Promise<PaymentCode | null> {
    const open = await tx.findOneBy(PaymentCode, { attemptReference, state: 'open', ...(reference !== null && { reference }) });
    if (open) await tx.update(PaymentCode, { reference: open.reference }, { ...set, updatedAt: this.clock.now() });
    return open;
  }

  /** Nothing more will be heard of the attempts' codes: they ended, or somebody tries another one. */
  async close({ tx }: UnitOfWork, attempts: readonly PaymentAttempt[]): Promise<void> {
    if (attempts.length === 0) return;
    const which = { attemptReference: In(attempts.map(({ reference }) => reference)), state: 'open' as const };
    await tx.update(PaymentCode, which, { state: 'closed', updatedAt: this.clock.now() });
  }
}
