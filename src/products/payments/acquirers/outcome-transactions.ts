import { Injectable } from '@nestjs/common';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { lockForProviderUpdate } from '../../../runtime/database/pool-quotas/row-queues.js';
import { type AppliedOutcome, type ReceivedCallback, CallbackLog } from './callback-log.js';

/** Runs the transactions in which status reports of acquirers are applied. */
@Injectable()
export class OutcomeTransactions {
  constructor(
    private readonly changes: Changes,
    private readonly log: CallbackLog,
  ) {}

  /** @param row what it is about. @param report recorded in the same transaction, with its effect; none for the answer to a call. */
  run<Applied extends AppliedOutcome>(
    row: string,
    report: ReceivedCallback | undefined,
    apply: (unit: UnitOfWork) => Promise<Applied>,
  ): Promise<Applied> {
    return this.changes.transaction(async (unit) => {
      const applied = await apply(unit);
      if (report) await this.log.record(unit.tx, report, applied);
      return applied;
    }, lockForProviderUpdate(row));
  }
}
