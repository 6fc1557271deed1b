import { Module } from '@nestjs/common';
import { ChangesModule } from '../../../platform/changes/changes.module.js';
import { AttemptPollSchedule } from './attempt-poll-schedule.js';
import { OutcomeTransactions } from './outcome-transactions.js';
import { CallbackLog } from './callback-log.js';

const SERVICES = [AttemptPollSchedule, OutcomeTransactions, CallbackLog];

/** The poll schedule, the transactions of outcomes and the callback log. */
@Module({
  imports: [ChangesModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class AcquirersModule {}
