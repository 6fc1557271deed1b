import { Module } from '@nestjs/common';
import { ChangesModule } from '../../../platform/changes/changes.module.js';
import { AttemptPollSchedule } from './attempt-poll-schedule.js';
import { OutcomeTransactions } from './outcome-transactions.js';
import { CallbackLog } from './callback-log.js';

const SERVICES = [AttemptPollSchedule, OutcomeTransactions, CallbackLog];

/**
 * What attempts, refunds, aliases and subscriptions have in common at acquirers: the poll schedule, the transactions in which outcomes are
 * applied, and the callback log.
 */
@Module({
  imports: [ChangesModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class AcquirersModule {}
