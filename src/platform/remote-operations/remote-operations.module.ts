import { Module } from '@nestjs/common';
import { PollSchedule } from './poll-schedule.js';

@Module({ providers: [PollSchedule], exports: [PollSchedule] })
export class RemoteOperationsModule {}
