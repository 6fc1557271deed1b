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

/** Retry delay while another worker claims deliveries of the endpoint. Such a claim takes one statement. */
const BUSY_DELAY_MS = 20;
/** Retry delay while this process lacks the key to sign with. Another process may have the key and deliver in the meantime. */
const UNSIGNABLE_DELAY_MS = 60_000;

const NOTHING_CLAIMED: ClaimResult<SignedAttempt> = { items: [], drained: true };

/** Delivers the due notifications of woken endpoints. */
@Injectable()
export class DeliverEndpointService implements EndpointWork<SignedAttempt> {
  private readonly dispatchers: EndpointDispatchers<SignedAttempt>;

  constructor(
    slots: EndpointSlots,
    private readonly makeAttempt: MakeAttemptService,
    private readonly claims: ClaimDeliveriesService,
    private readonly skipWithoutUrl: SkipWithoutUrlService,
    private readonly keys: ServiceKeys,
    private readonly clock: DatabaseClock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.dispatchers = new EndpointDispatchers<SignedAttempt>(this, slots, log);
  }

  /** Starts or continues work for the endpoint. Never throws: `WakeDueEndpointsService` wakes the endpoint again after an interruption. */
  wake(serviceId: string): void {
    this.dispatchers.wake(serviceId);
  }

  /** Whether this process is working for the endpoint. */
  isAwake(serviceId: string): boolean {
    return this.dispatchers.isAwake(serviceId);
  }

  /** Stops claiming and waits for the attempts under way. */
  stop(): Promise<void> {
    return this.dispatchers.stop();
  }

  async claim(serviceId: string, limit: number, stop: AbortSignal): Promise<ClaimResult<SignedAttempt>> {
    if (!this.clock.isInSync()) return NOTHING_CLAIMED; // another worker delivers, or this worker once its clock is right
    const claim = await this.claims.run(serviceId, limit);
    if (!claim) return NOTHING_CLAIMED;
    if (claim.rest === 'busy') return { items: [], drained: false, nextClaimDelayMs: BUSY_DELAY_MS };
    const { url } = claim.target;
    if (url === null) {
      await this.skipWithoutUrl.run(serviceId, stop);
      return NOTHING_CLAIMED;
    }
    const items = await this.sign(serviceId, claim, url);
    return items ? { items, drained: claim.rest === 'drained' } : { items: [], drained: false, nextClaimDelayMs: UNSIGNABLE_DELAY_MS };
  }

  /**
   * Makes the attempt unless its lease has ended, for example because the process was suspended. Another worker may then make the attempt.
   */
  async attempt(attempt: SignedAttempt, slot: Slot): Promise<boolean> {
    if (this.clock.now() < attempt.delivery.leaseUntil) return this.makeAttempt.run(attempt, slot);
    const { id, serviceId, attemptNumber } = attempt.delivery;
    this.log.warn(
      { deliveryId: id, serviceId, attemptNumber },
      'skipped a delivery attempt whose lease ended before its start, another worker may make it',
    );
    await this.claims.release(attempt.delivery);
    return true;
  }

  /** @returns null when this process cannot sign. The claimed deliveries are then released. */
  private async sign(serviceId: string, { deliveries, target }: Claim, url: string): Promise<SignedAttempt[] | null> {
    if (deliveries.length === 0) return [];
    const schedule = target.retryScheduleSeconds ?? DEFAULT_RETRY_SCHEDULE;
    try {
      const keys = this.keys.decryptSigningKeys(serviceId, target.keys);
      return deliveries.map((delivery) => ({
        delivery,
        schedule,
        notification: signedNotification(delivery, { url, userAgent: target.userAgent }, keys),
      }));
    } catch (error) {
      this.log.error({ err: error, serviceId }, 'could not sign notifications, no attempt was counted, this process retries in a minute');
      for (const delivery of deliveries) await this.claims.release(delivery);
      return null;
    }
  }
}
