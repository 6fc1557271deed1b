import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '../../../../platform/changes/unit-of-work.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import { ATTEMPT } from '../payment-subject.js';
import { SLOW_POLL_COUNT } from '../../../../platform/remote-operations/poll-schedule.js';
import { CodeLog } from '../codes/code-log.js';

/**
 * Marks attempts as abandoned, which is stored as `lapsed`. Their acquirers may still capture the money, so the attempts are polled until
 * the outcome is known. The poll count starts at the count of the first long wait, because no payer waits for these polls.
 */
@Injectable()
export class MarkAttemptsAbandonedService {
  constructor(private readonly codes: CodeLog) {}

  /**
   * Also closes their open codes. The caller holds the locks of the attempts' payments.
   * @param reason reason of the change in the history.
   */
  async run(unit: UnitOfWork, attempts: readonly PaymentAttempt[], reason: string): Promise<void> {
    await this.codes.closeOpenCodes(unit, attempts);
    await unit.move(ATTEMPT, attempts, { to: 'lapsed', reason, set: { next: { kind: 'none' }, pollCount: SLOW_POLL_COUNT } });
  }
}
