import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '../../../../platform/changes/unit-of-work.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import { PaymentSubjects } from '../payment-subjects.js';
import { SLOW_FROM } from '../../at-channel/ask-schedule.js';
import { CodeLog } from '../codes/code-log.js';

/** Gives attempts up whose channels might still take the money. Nobody waits for them any more, but they are asked about until that is known. */
@Injectable()
export class LapseAttemptsService {
  constructor(
    private readonly subjects: PaymentSubjects,
    private readonly codes: CodeLog,
  ) {}

  /** The caller holds the locks of their payments. @param reason of the change, for the history. */
  async run(unit: UnitOfWork, attempts: readonly PaymentAttempt[], reason: string): Promise<void> {
    await this.codes.close(unit, attempts);
    await unit.move(this.subjects.attempt, attempts, { to: 'lapsed', reason, set: { next: { kind: 'none' }, askCount: SLOW_FROM } });
  }
}
