import { Injectable, type OnModuleInit } from '@nestjs/common';
import { GaugeCollector } from '../runtime/metrics/gauge-collector.js';
import { PeriodicTasks } from '../runtime/scheduling/periodic-tasks.js';
import { StateChangeMetrics } from './changes/state-change-metrics.js';
import { Parts } from './products/parts.js';

/** Registers the tasks, the gauges and the watched states that the parts of the program declare. */
@Injectable()
export class PartWork implements OnModuleInit {
  constructor(
    private readonly parts: Parts,
    private readonly periodic: PeriodicTasks,
    private readonly gauges: GaugeCollector,
  ) {}

  onModuleInit(): void {
    const { get } = this.parts;
    for (const { tasks, gauges, watchedStates } of this.parts.all) {
      for (const task of tasks?.(get) ?? []) this.periodic.register(task);
      for (const gauge of gauges?.(get) ?? []) this.gauges.register(gauge);
      // Not injected, because a process without watched states need not have these metrics.
      for (const state of watchedStates?.(get) ?? []) get(StateChangeMetrics).expect(state);
    }
  }
}
