import { Module } from '@nestjs/common';
import { ChangesModule } from '../../../platform/changes/changes.module.js';
import { AttemptPollSchedule } from './attempt-poll-schedule.js';
import { OutcomeTransactions } from './outcome-transactions.js';
import { CallbackLog } from './callback-log.js';

const SERVICES = [AttemptPollSchedule, OutcomeTransactions, CallbackLog];

/** When channels are polled, and the log of what they reported. */
@Module({
  imports: [ChangesModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class AcquirersModule {}
