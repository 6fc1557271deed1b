import { Global, Module } from '@nestjs/common';
import { MonthlyPartitionsService } from './monthly-partitions.service.js';
import { PeriodicTasks } from './periodic-tasks.js';
import { TaskMetrics } from './task-metrics.js';

@Global()
@Module({ providers: [PeriodicTasks, MonthlyPartitionsService, TaskMetrics], exports: [PeriodicTasks] })
export class SchedulingModule {}
