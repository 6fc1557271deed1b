import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DatabaseClock } from '../../../runtime/clock/database-clock.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { DEFAULT_RETRY_SCHEDULE } from '../../outbound/retry-schedule.js';
import type { ClaimResult, EndpointWork } from '../../outbound/dispatch/endpoint-dispatcher.js';
import { EndpointDispatchers } from '../../outbound/dispatch/endpoint-dispatchers.js';
import { EndpointSlots, type Slot } from '../../outbound/dispatch/endpoint-slots.js';
import { ServiceKeys } from '../../partners/keys/service-keys.js';
import { ClaimDeliveriesService } from './claims/claim-deliveries.service.js';
import type { Claim } from './claims/claimed-delivery.js';
import { SkipWithoutUrlService } from './skip-without-url.service.js';
import { type SignedAttempt, MakeAttemptService } from './make-attempt.service.js';
import { signedNotification } from './signed-notification.js';

/** Another worker is claiming for the endpoint, which takes one statement. */
const BUSY_MS = 20;
/** This process lacks the key and will lack it in a moment, too; another process may have it. */
const UNSIGNABLE_MS = 60_000;

const NOTHING: ClaimResult<SignedAttempt> = { items: [], drained: true };

/** Delivers the due notifications of woken endpoints. */
@Injectable()
export class DeliverEndpointService implements EndpointWork<SignedAttempt> {
  private readonly runs: EndpointDispatchers<SignedAttempt>;

  constructor(
    slots: EndpointSlots,
    private readonly makeAttempt: MakeAttemptService,
    private readonly claims: ClaimDeliveriesService,
    private readonly unaddressed: SkipWithoutUrlService,
    private readonly keys: ServiceKeys,
    private readonly clock: DatabaseClock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.runs = new EndpointDispatchers<SignedAttempt>(this, slots, log);
  }

  /** Never throws. The sweeper takes up interrupted work. */
  wake(serviceId: string): void {
    this.runs.wake(serviceId);
  }

  /** Whether this process is working for the endpoint. */
  isAwake(serviceId: string): boolean {
    return this.runs.isAwake(serviceId);
  }

  /** Claims nothing more and waits for the attempts under way. */
  stop(): Promise<void> {
    return this.runs.stop();
  }

  async claim(serviceId: string, most: number, stop: AbortSignal): Promise<ClaimResult<SignedAttempt>> {
    if (!this.clock.isRight()) return NOTHING; // the sweeper of another worker finds it, or this one's later
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

  /** Begins no attempt after its lease, as a process that was suspended could: another worker may be making it. */
  async attempt(attempt: SignedAttempt, slot: Slot): Promise<boolean> {
    if (this.clock.now() < attempt.delivery.leaseUntil) return this.makeAttempt.run(attempt, slot);
    const { id, serviceId, attemptNumber } = attempt.delivery;
    this.log.warn({ deliveryId: id, serviceId, attemptNumber }, 'a lease ended before the attempt began: none is made here');
    await this.claims.giveBack(attempt.delivery);
    return true;
  }

  /** @returns null when this process cannot sign; the claimed deliveries are given back. */
  private async signed(serviceId: string, { deliveries, target }: Claim, url: string): Promise<SignedAttempt[] | null> {
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
