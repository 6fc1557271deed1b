import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SystemClock } from '../../../common/time/clocks.js';
import { PeriodicTasks } from '../../../runtime/scheduling/periodic-tasks.js';
import { DeliverEndpointService } from './deliver-endpoint.service.js';
import { DueEndpointsQuery } from '../wake-up/due-endpoints.query.js';

const SWEEP_EVERY_MS = 2_000;
/** Until the next sweep and a little longer. */
const LOOK_AHEAD_MS = SWEEP_EVERY_MS + 500;

/**
 * Wakes every endpoint with something due, independently of the queue: for a next attempt, a lost wake-up, an expired lease, or while the queue
 * is unreachable. Endpoints with something due before the next sweep are woken at that moment.
 */
@Injectable()
export class WakeDueEndpointsService implements OnModuleInit {
  constructor(
    private readonly due: DueEndpointsQuery,
    private readonly deliver: DeliverEndpointService,
    private readonly periodic: PeriodicTasks,
    private readonly clock: SystemClock,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'webhook sweep', everyMs: SWEEP_EVERY_MS, batch: () => this.run().then(() => false) });
  }

  /** @returns how many endpoints were woken at once. */
  async run(): Promise<number> {
    const now = this.clock.now();
    const due = await this.due.run(now, new Date(now.getTime() + LOOK_AHEAD_MS));
    for (const { serviceId, inMs } of due) if (inMs > 0) setTimeout(() => this.deliver.wake(serviceId), inMs).unref();
    const asleep = due.filter(({ serviceId, inMs }) => inMs === 0 && !this.deliver.isAwake(serviceId));
    for (const { serviceId } of asleep) this.deliver.wake(serviceId);
    return asleep.length;
  }
}
