import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SystemClock } from '../../../common/time/clocks.js';
import { PeriodicTasks } from '../../../runtime/scheduling/periodic-tasks.js';
import { DeliverEndpointService } from './deliver-endpoint.service.js';
import { DueEndpointsQuery } from '../wake-up/due-endpoints.query.js';

const SWEEP_INTERVAL_MS = 2_000;
/** Until the next sweep, with a margin for its delay. */
const LOOK_AHEAD_MS = SWEEP_INTERVAL_MS + 500;

/**
 * The sweeper. It wakes every endpoint that has a due delivery, independently of the queue. So it finds a delivery that is due for a retry,
 * whose wake-up was lost or could not be queued, or whose lease expired. For a delivery that is due before the next sweep, a timer wakes
 * the endpoint.
 */
@Injectable()
export class WakeDueEndpointsService implements OnModuleInit {
  constructor(
    private readonly dueEndpoints: DueEndpointsQuery,
    private readonly deliverEndpoint: DeliverEndpointService,
    private readonly periodic: PeriodicTasks,
    private readonly clock: SystemClock,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'sweep-webhooks', intervalMs: SWEEP_INTERVAL_MS, batch: () => this.run().then(() => false) });
  }

  /** @returns the number of endpoints that were woken immediately, without those woken by timers. */
  async run(): Promise<number> {
    const now = this.clock.now();
    const endpoints = await this.dueEndpoints.run(now, new Date(now.getTime() + LOOK_AHEAD_MS));
    for (const { serviceId, inMs } of endpoints) if (inMs > 0) setTimeout(() => this.deliverEndpoint.wake(serviceId), inMs).unref();
    const endpointsToWake = endpoints.filter(({ serviceId, inMs }) => inMs === 0 && !this.deliverEndpoint.isAwake(serviceId));
    for (const { serviceId } of endpointsToWake) this.deliverEndpoint.wake(serviceId);
    return endpointsToWake.length;
  }
}
