import { Module } from '@nestjs/common';
import { AttemptAskSchedule } from './ask-schedule.js';
import { ReportLog } from './report-log.js';

const SERVICES = [AttemptAskSchedule, ReportLog];

/** When channels are asked, and what they reported. */
@Module({
  providers: SERVICES,
  exports: SERVICES,
})
export class AtChannelModule {}
