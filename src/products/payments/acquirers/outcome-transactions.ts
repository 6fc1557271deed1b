import { Injectable } from '@nestjs/common';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { lockForProviderUpdate } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import { type AppliedOutcome, type ReceivedCallback, CallbackLog } from './callback-log.js';

/** Runs the transactions in which status updates of acquirers are applied. */
@Injectable()
export class OutcomeTransactions {
  constructor(
    private readonly changes: Changes,
    private readonly callbackLog: CallbackLog,
  ) {}

  /**
   * @param rowId id for the row lock queue.
   * @param callback stored in the same transaction, with its effect; undefined for a response or a poll.
   */
  run<Applied extends AppliedOutcome>(
    rowId: string,
    callback: ReceivedCallback | undefined,
    apply: (unit: UnitOfWork) => Promise<Applied>,
  ): Promise<Applied> {
    return this.changes.transaction(async (unit) => {
      const applied = await apply(unit);
      if (callback) await this.callbackLog.record(unit.tx, callback, applied);
      return applied;
    }, lockForProviderUpdate(rowId));
  }
}
