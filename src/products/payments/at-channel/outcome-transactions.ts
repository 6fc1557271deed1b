import { Injectable } from '@nestjs/common';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { newsAbout } from '../../../runtime/database/shares/row-turns.js';
import { type AppliedOutcome, type ReceivedReport, ReportLog } from './report-log.js';

/** The transactions in which outcomes are applied: what an acquirer answered, or reported. */
@Injectable()
export class OutcomeTransactions {
  constructor(
    private readonly changes: Changes,
    private readonly log: ReportLog,
  ) {}

  /** @param row what the outcome is about. @param report recorded in the same transaction, with what it did; none for an answer. */
  run<Applied extends AppliedOutcome>(
    row: string,
    report: ReceivedReport | undefined,
    apply: (unit: UnitOfWork) => Promise<Applied>,
  ): Promise<Applied> {
    return this.changes.transaction(async (unit) => {
      const applied = await apply(unit);
      if (report) await this.log.record(unit.tx, report, applied);
      return applied;
    }, newsAbout(row));
  }
}
