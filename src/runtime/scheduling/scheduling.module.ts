import { Global, Module } from '@nestjs/common';
import { MonthlyPartitionsService } from './monthly-partitions.service.js';
import { PeriodicTasks } from './periodic-tasks.js';
import { TaskGauges } from './task-gauges.js';

@Global()
@Module({ providers: [PeriodicTasks, MonthlyPartitionsService, TaskGauges], exports: [PeriodicTasks] })
export class SchedulingModule {}
