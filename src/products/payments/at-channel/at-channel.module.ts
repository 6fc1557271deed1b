import { Module } from '@nestjs/common';
import { ChangesModule } from '../../../platform/changes/changes.module.js';
import { AttemptAskSchedule } from './ask-schedule.js';
import { OutcomeTransactions } from './outcome-transactions.js';
import { ReportLog } from './report-log.js';

const SERVICES = [AttemptAskSchedule, OutcomeTransactions, ReportLog];

/** When channels are asked, and what they reported. */
@Module({
  imports: [ChangesModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class AtChannelModule {}
