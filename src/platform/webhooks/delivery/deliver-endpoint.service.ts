import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { DEFAULT_RETRY_SCHEDULE } from '../../outbound/retry-schedule.js';
import type { Claimed, EndpointWork } from '../../outbound/turns/endpoint-run.js';
import { EndpointRuns } from '../../outbound/turns/endpoint-runs.js';
import { EndpointSlots, type Slot } from '../../outbound/turns/endpoint-slots.js';
import { ServiceKeys } from '../../partners/keys/service-keys.js';
import { ClaimDeliveriesService } from './claims/claim-deliveries.service.js';
import type { Claim } from './claims/claimed-delivery.js';
import { DropUnaddressedService } from './drop-unaddressed.service.js';
import { type Attempt, MakeAttemptService } from './make-attempt.service.js';
import { signedNotification } from './signed-notification.js';

/** Another worker is claiming there: a statement. */
const BUSY_MS = 20;
/** What cannot be signed here cannot be signed in a moment either; another process may know the key. */
const UNSIGNABLE_MS = 60_000;

const NOTHING: Claimed<Attempt> = { items: [], drained: true };

/** Delivers what is due at endpoints that were woken. */
@Injectable()
export class DeliverEndpointService implements EndpointWork<Attempt> {
  private readonly runs: EndpointRuns<Attempt>;

  constructor(
    slots: EndpointSlots,
    private readonly makeAttempt: MakeAttemptService,
    private readonly claims: ClaimDeliveriesService,
    private readonly unaddressed: DropUnaddressedService,
    private readonly keys: ServiceKeys,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.runs = new EndpointRuns<Attempt>(this, slots, log);
  }

  /** Never throws and need not be awaited: what is interrupted, the sweeper takes up again. */
  wake(serviceId: string): void {
    this.runs.wake(serviceId);
  }

  /** Whether this process is at it already. */
  isAwake(serviceId: string): boolean {
    return this.runs.isAwake(serviceId);
  }

  /** Claims nothing more and waits for what is under way. */
  stop(): Promise<void> {
    return this.runs.stop();
  }

  async claim(serviceId: string, most: number, stop: AbortSignal): Promise<Claimed<Attempt>> {
    const claim = await this.claims.run(serviceId, most);
    if (!claim) return NOTHING;
    if (claim.rest === 'busy') return { items: [], drained: false, restMs: BUSY_MS };
    const { url } = claim.target;
    if (url === null) {
      await this.unaddressed.run(serviceId, stop);
      return NOTHING;
    }
    const items = await this.signed(serviceId, claim, url);
    return items ? { items, drained: claim.rest === 'drained' } : { items: [], drained: false, restMs: UNSIGNABLE_MS };
  }

  attempt(attempt: Attempt, slot: Slot): Promise<boolean> {
    return this.makeAttempt.run(attempt, slot);
  }

  /** @returns null when nothing can be signed here; what was claimed is given back. */
  private async signed(serviceId: string, { deliveries, target }: Claim, url: string): Promise<Attempt[] | null> {
    if (deliveries.length === 0) return [];
    const schedule = target.retryScheduleSeconds ?? DEFAULT_RETRY_SCHEDULE;
    try {
      const keys = this.keys.opened(serviceId, target.keys);
      return deliveries.map((delivery) => ({
        delivery,
        schedule,
        notification: signedNotification(delivery, { url, userAgent: target.userAgent }, keys),
      }));
    } catch (error) {
      this.log.error(
        { err: error, serviceId },
        'notifications cannot be signed here: no attempt is made or counted, and none for a minute',
      );
      for (const delivery of deliveries) await this.claims.giveBack(delivery);
      return null;
    }
  }
}
