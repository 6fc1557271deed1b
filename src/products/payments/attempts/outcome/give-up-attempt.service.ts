import { Injectable } from '@nestjs/common';
import { Changes } from '../../../../platform/changes/changes.service.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import { PaymentSubjects } from '../payment-subjects.js';
import { lockAttempt } from '../lock-attempt.js';

/** Days after its end an attempt is asked about no more. Should its channel report money even then, it still counts. */
@Injectable()
export class GiveUpAttemptService {
  constructor(
    private readonly changes: Changes,
    private readonly subjects: PaymentSubjects,
  ) {}

  async run({ reference }: PaymentAttempt): Promise<void> {
    await this.changes.transaction(async (unit) => {
      const locked = await lockAttempt(unit, this.subjects, { reference });
      if (locked?.attempt.state !== 'lapsed') return;
      await unit.move(this.subjects.attempt, [locked.attempt], { to: 'expired', reason: 'never_heard_of', set: { askAt: null } });
    });
  }
}
