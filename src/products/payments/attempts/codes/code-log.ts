import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { FailureReason } from '../../../../connectors/acquirers/port/failure-reasons.js';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { UnitOfWork } from '../../../../platform/changes/unit-of-work.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import { type CodeState, PaymentCode } from './payment-code.entity.js';

/** Records the outcome of each submitted code. The caller holds the payment's lock. */
@Injectable()
export class CodeLog {
  constructor(private readonly clock: BusinessClock) {}

  /** Records the outcome of an open code. @param reference null: the attempt's open code. @returns the code; null when it was not open. */
  async conclude(
    { tx }: UnitOfWork,
    attemptReference: string,
    reference: string | null,
    set: { state: CodeState; reason?: FailureReason | null; rawCode?: string | null },
  ): Promise<PaymentCode | null> {
    const openCode = await tx.findOneBy(PaymentCode, { attemptReference, state: 'open', ...(reference !== null && { reference }) });
    if (openCode) await tx.update(PaymentCode, { reference: openCode.reference }, { ...set, updatedAt: this.clock.now() });
    return openCode;
  }

  /**
   * @param reference null when the update names no code. Then the result is true only if the attempt has a single code, which has paid.
   * @returns whether the code has paid.
   */
  async hasPaid({ tx }: UnitOfWork, attemptReference: string, reference: string | null): Promise<boolean> {
    const codes = await tx.findBy(PaymentCode, { attemptReference, ...(reference !== null && { reference }) });
    return codes.length === 1 && codes[0]?.state === 'paid';
  }

  /** Closes the open codes of attempts that ended or that get another code. */
  async closeOpenCodes({ tx }: UnitOfWork, attempts: readonly PaymentAttempt[]): Promise<void> {
    if (attempts.length === 0) return;
    const where = { attemptReference: In(attempts.map(({ reference }) => reference)), state: 'open' as const };
    await tx.update(PaymentCode, where, { state: 'closed', updatedAt: this.clock.now() });
  }
}
