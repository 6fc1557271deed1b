import { Injectable } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { NotifySettingsQuery } from '../partners/notify-settings.js';
import { ClaimDeliveryService } from './claim-delivery.service.js';
import { DeliverySlots } from './delivery-slots.js';
import { DropUnaddressedService } from './drop-unaddressed.service.js';
import { EndpointWaker } from './endpoint-waker.js';
import { MakeAttemptService } from './make-attempt.service.js';
import { NextDueQuery } from './next-due.query.js';
import { PostponeFirstAttemptsService } from './postpone-first-attempts.service.js';
import { DEFAULT_RETRY_SCHEDULE } from './retry-schedule.js';
import { runLanes } from './run-lanes.js';

/** A delivery that is due but could not be taken (its lane is locked, the cap is reached) is looked at again after this. */
const SHORTEST_PAUSE_MS = 500;

/**
 * Delivers what is due at one endpoint until nothing more is. Deliveries of different subjects go in parallel: a lane that
 * finds something to do opens another one. That there are not too many, over all processes, is the claim's business.
 */
@Injectable()
export class DeliverEndpointService {
  constructor(
    private readonly environment: Environment,
    private readonly settings: NotifySettingsQuery,
    private readonly unaddressed: DropUnaddressedService,
    private readonly firstAttempts: PostponeFirstAttemptsService,
    private readonly claim: ClaimDeliveryService,
    private readonly attempt: MakeAttemptService,
    private readonly slots: DeliverySlots,
    private readonly nextDue: NextDueQuery,
    private readonly waker: EndpointWaker,
  ) {}

  /** @param stop ends the work after the deliveries that are under way. */
  async run(serviceId: string, stop: AbortSignal): Promise<void> {
    await runLanes(this.environment.webhook.concurrencyPerEndpoint, async (openAnother) => {
      let worked = true;
      while (worked && !stop.aborted) worked = await this.slots.hold(async () => !stop.aborted && this.deliverOne(serviceId, openAnother));
    });
    if (stop.aborted) return;
    const dueInMs = await this.nextDue.inMs(serviceId);
    if (dueInMs !== null) await this.waker.later(serviceId, Math.max(SHORTEST_PAUSE_MS, dueInMs));
  }

  /** @returns whether there was something to do. */
  private async deliverOne(serviceId: string, openAnother: () => void): Promise<boolean> {
    const { url, retryScheduleSeconds } = await this.settings.of(serviceId);
    if (url === null) return this.unaddressed.run(serviceId);
    const schedule = retryScheduleSeconds ?? DEFAULT_RETRY_SCHEDULE;
    await this.firstAttempts.run(serviceId, schedule);
    const delivery = await this.claim.run(serviceId);
    if (!delivery) return false;
    openAnother();
    await this.attempt.run(delivery, url, schedule);
    return true;
  }
}
