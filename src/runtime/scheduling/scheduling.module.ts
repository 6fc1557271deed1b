import { Global, Module } from '@nestjs/common';
import { MonthlyPartitionsService } from './monthly-partitions.service.js';
import { PeriodicTasks } from './periodic-tasks.js';
import { TaskFigures } from './task-figures.js';

@Global()
@Module({ providers: [PeriodicTasks, MonthlyPartitionsService, TaskFigures], exports: [PeriodicTasks] })
export class SchedulingModule {}
