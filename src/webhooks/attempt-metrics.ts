import { Injectable } from '@nestjs/common';
import { SystemClock } from '../common/time/clocks.js';
import { Metrics } from '../metrics/metrics.js';
import type { ClaimedDelivery } from './claim-delivery.service.js';
import type { SendResult } from './notification-sender.js';
import { nextDelayMs } from './retry-schedule.js';

/** Counts an attempt once it stands in the database; memory only. */
@Injectable()
export class AttemptMetrics {
  constructor(
    private readonly metrics: Metrics,
    private readonly clock: SystemClock,
  ) {}

  /** @param recorded false when a later attempt has taken over, which then decides. */
  count(delivery: ClaimedDelivery, { outcome }: SendResult, schedule: readonly number[], recorded: boolean): void {
    this.metrics.deliveries.inc({ outcome });
    if (!recorded) return;
    const resent = delivery.attemptNumber > delivery.roundAttempts; // its round began by hand, or with the end of a pause
    if (outcome === 'acknowledged' && !resent) this.metrics.acknowledgement.observe(this.ageSeconds(delivery.id));
    const last = nextDelayMs({ schedule, attemptsMade: delivery.roundAttempts, retryAfterMs: null, random: 0 }) === null;
    if (outcome === 'gone' || (outcome !== 'acknowledged' && last)) this.metrics.givenUp.inc();
  }

  /** The first 48 bits of the event's id, a UUID of version 7, are the millisecond it was written. */
  private ageSeconds(id: string): number {
    const writtenAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    return Math.max(0, this.clock.now().getTime() - writtenAt) / 1000;
  }
}
