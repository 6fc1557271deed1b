import { Global, Module } from '@nestjs/common';
import { MonthlyPartitionsService } from './monthly-partitions.service.js';
import { PeriodicTasks } from './periodic-tasks.js';

@Global()
@Module({ providers: [PeriodicTasks, MonthlyPartitionsService], exports: [PeriodicTasks] })
export class SchedulingModule {}
