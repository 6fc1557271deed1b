import { Injectable } from '@nestjs/common';
import { Changes } from '../../../../platform/changes/changes.service.js';
import type { AttemptKey } from '../acquirer-attempts.js';
import { PaymentSubjects } from '../payment-subjects.js';
import { lockAttempt } from '../lock-attempt.js';

/** Days after its end an attempt is asked about no more. Should its channel report money even then, it still counts. */
@Injectable()
export class GiveUpAttemptService {
  constructor(
    private readonly changes: Changes,
    private readonly subjects: PaymentSubjects,
  ) {}

  async run(key: AttemptKey): Promise<void> {
    await this.changes.transaction(async (unit) => {
      const { attempt } = await lockAttempt(unit, this.subjects, key);
      if (attempt.state !== 'lapsed') return;
      await unit.move(this.subjects.attempt, [attempt], { to: 'expired', reason: 'never_heard_of', set: { askAt: null } });
    });
  }
}
