import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { SystemClock } from '../common/time/clocks.js';
import { LOGGER } from '../logging/logger.js';
import { type Claim, ClaimDeliveryService, type ClaimedDelivery } from './claim-delivery.service.js';
import { type DeliverySlot, DeliverySlots } from './delivery-slots.js';
import { DropUnaddressedService } from './drop-unaddressed.service.js';
import { EndpointRun } from './endpoint-run.js';
import { EndpointWaker } from './endpoint-waker.js';
import { MakeAttemptService } from './make-attempt.service.js';

/** A delivery that is due but could not be taken, because its lane is locked, is looked at again after this. */
const SHORTEST_PAUSE_MS = 500;

/** Delivers what is due at endpoints that were woken: one run for each, which ends when nothing more is due. */
@Injectable()
export class DeliverEndpointService {
  private readonly runs = new Map<string, EndpointRun>();
  private readonly underWay = new Set<Promise<unknown>>();
  private stopping = false;

  constructor(
    private readonly slots: DeliverySlots,
    private readonly claims: ClaimDeliveryService,
    private readonly attempt: MakeAttemptService,
    private readonly unaddressed: DropUnaddressedService,
    private readonly waker: EndpointWaker,
    private readonly clock: SystemClock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Never throws and need not be awaited: what is interrupted, the sweeper takes up again. */
  wake(serviceId: string): void {
    if (this.stopping) return;
    const run = this.runs.get(serviceId) ?? this.begin(serviceId);
    run.wake();
  }

  /** Whether somebody here is at it already. */
  isAwake(serviceId: string): boolean {
    return this.runs.has(serviceId);
  }

  /** Claims nothing more and waits for what is under way. */
  async stop(): Promise<void> {
    this.stopping = true;
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private begin(serviceId: string): EndpointRun {
    const run: EndpointRun = new EndpointRun(
      {
        most: () => this.slots.most(serviceId),
        takeSlots: (most) => this.slots.take(serviceId, most, () => run.look()),
        claim: (most) => this.watched(serviceId, this.claim(serviceId, most), null),
        start: ({ deliveries, target }, slots) => deliveries.map((delivery, index) => this.deliver(delivery, target, slots[index])),
        stopping: () => this.stopping,
      },
      () => void (this.runs.get(serviceId) === run && this.runs.delete(serviceId)),
    );
    this.runs.set(serviceId, run);
    return run;
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
    while (await this.unaddressed.run(serviceId)) if (this.stopping) return;
  }

  /** @returns whether something more became due. */
  private deliver(delivery: ClaimedDelivery, { url, ...target }: Claim['target'], slot: DeliverySlot | undefined): Promise<boolean> {
    if (url === null || !slot) throw new Error('Nothing is claimed without an address and a slot');
    slot.begin();
    const made = this.attempt.run(delivery, { url, ...target }, ({ httpStatus }) => slot.end(httpStatus !== null));
    const more = made.then((recorded) => recorded.more).finally(() => slot.giveBack());
    return this.watched(delivery.serviceId, more, false);
  }

  private watched<T>(serviceId: string, work: Promise<T>, otherwise: T): Promise<T> {
    const watched = work.catch((error: unknown) => {
      this.log.error({ err: error, serviceId }, 'delivering to an endpoint was interrupted; the sweeper takes it up again');
      return otherwise;
    });
    this.underWay.add(watched);
    void watched.finally(() => this.underWay.delete(watched));
    return watched;
  }
}
