import { Injectable } from '@nestjs/common';
import { SystemClock } from '../../../common/time/clocks.js';
import { Metrics } from '../../../runtime/metrics/metrics.js';
import type { ClassifiedResponse, RecordedAttempt } from './attempt-result.js';
import type { ClaimedDelivery } from './claims/claimed-delivery.js';

/** Counts delivery attempts by outcome and measures the time until an acknowledgement. */
@Injectable()
export class AttemptMetrics {
  constructor(
    private readonly metrics: Metrics,
    private readonly clock: SystemClock,
  ) {}

  count(delivery: ClaimedDelivery, { outcome }: ClassifiedResponse, { recorded, exhausted }: RecordedAttempt): void {
    this.metrics.deliveries.inc({ outcome });
    // In a later round, a person has resent the delivery, or its endpoint was paused or changed.
    const isLaterRound = delivery.attemptNumber > delivery.roundAttempts;
    if (recorded && outcome === 'acknowledged' && !isLaterRound) this.metrics.acknowledgement.observe(this.ageSeconds(delivery.id));
    if (exhausted) this.metrics.exhausted.inc();
  }

  /** @param id event id, a UUID of version 7: its first 48 bits (12 hex digits) are the time of creation in milliseconds. */
  private ageSeconds(id: string): number {
    const writtenAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    return Math.max(0, this.clock.now().getTime() - writtenAt) / 1000;
  }
}
