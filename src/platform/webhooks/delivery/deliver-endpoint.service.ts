import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { SystemClock } from '../../../common/time/clocks.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { type Claim, ClaimDeliveryService, type ClaimedDelivery } from './claim-delivery.service.js';
import { type DeliverySlot, DeliverySlots } from '../../outbound/turns/delivery-slots.js';
import { DropUnaddressedService } from './drop-unaddressed.service.js';
import { EndpointRuns } from '../../outbound/turns/endpoint-runs.js';
import { EndpointWaker } from '../waking/endpoint-waker.js';
import { MakeAttemptService } from './make-attempt.service.js';

/** A delivery that is due but could not be taken, because its lane is locked, is looked at again after this. */
const SHORTEST_PAUSE_MS = 500;

/** Delivers what is due at endpoints that were woken. */
@Injectable()
export class DeliverEndpointService {
  private readonly runs: EndpointRuns<Claim>;

  constructor(
    slots: DeliverySlots,
    private readonly claims: ClaimDeliveryService,
    private readonly attempt: MakeAttemptService,
    private readonly unaddressed: DropUnaddressedService,
    private readonly waker: EndpointWaker,
    private readonly clock: SystemClock,
    @Inject(LOGGER) log: Logger,
  ) {
    this.runs = new EndpointRuns(
      slots,
      {
        claim: (serviceId, most) => this.claim(serviceId, most),
        start: ({ deliveries, target }, taken) => deliveries.map((delivery, index) => this.deliver(delivery, target, taken[index])),
      },
      log,
    );
  }

  /** Never throws and need not be awaited: what is interrupted, the sweeper takes up again. */
  wake(serviceId: string): void {
    this.runs.wake(serviceId);
  }

  /** Whether somebody here is at it already. */
  isAwake(serviceId: string): boolean {
    return this.runs.isAwake(serviceId);
  }

  /** Claims nothing more and waits for what is under way. */
  stop(): Promise<void> {
    return this.runs.stop();
  }

  private async claim(serviceId: string, most: number): Promise<Claim | null> {
    const claim = await this.claims.run(serviceId, most);
    if (!claim) return null;
    if (claim.target.url === null) await this.drop(serviceId);
    if (claim.againAt) {
      const inMs = claim.againAt.getTime() - this.clock.now().getTime();
      void this.waker.later(serviceId, claim.againAt, Math.max(SHORTEST_PAUSE_MS, inMs));
    }
    return claim;
  }

  private async drop(serviceId: string): Promise<void> {
    while (await this.unaddressed.run(serviceId)) if (this.runs.stopping) return;
  }

  /** @returns whether something more became due. */
  private async deliver(delivery: ClaimedDelivery, { url, ...target }: Claim['target'], slot: DeliverySlot | undefined): Promise<boolean> {
    if (url === null || !slot) throw new Error('Nothing is claimed without an address and a slot');
    slot.begin();
    try {
      const recorded = await this.attempt.run(delivery, { url, ...target }, ({ httpStatus }) => slot.end(httpStatus !== null));
      return recorded.more;
    } finally {
      slot.giveBack();
    }
  }
}
