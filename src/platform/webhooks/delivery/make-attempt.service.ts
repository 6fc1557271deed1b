import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { OutboundClient } from '../../outbound/outbound-client.js';
import type { OutboundRequest } from '../../outbound/outbound-message.js';
import type { Slot } from '../../outbound/dispatch/endpoint-slots.js';
import { AttemptMetrics } from './attempt-metrics.js';
import type { ClaimedDelivery } from './claims/claimed-delivery.js';
import { classifyResponse } from './classify-response.js';
import { inAttemptSpan, inRecordSpan, recordOutcome } from './notification-spans.js';
import { RecordAttemptsService } from './record-attempts.service.js';

/** A claimed delivery, signed with the keys that were valid at the claim. */
export interface SignedAttempt {
  delivery: ClaimedDelivery;
  notification: OutboundRequest;
  /** Retry schedule of the service in seconds. */
  schedule: readonly number[];
}

/** Makes one delivery attempt: sends the request, releases the slot, records the result. */
@Injectable()
export class MakeAttemptService {
  constructor(
    private readonly client: OutboundClient,
    private readonly recordAttempts: RecordAttemptsService,
    private readonly metrics: AttemptMetrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @returns whether another delivery of the endpoint may be due now. */
  run({ delivery, notification, schedule }: SignedAttempt, slot: Slot): Promise<boolean> {
    return inAttemptSpan(delivery, async (span) => {
      slot.begin();
      const response = await this.client.post(notification);
      slot.end(response.httpStatus !== null);
      const classified = { ...response, outcome: classifyResponse(response) };
      recordOutcome(span, classified);
      const recorded = await inRecordSpan(() => this.recordAttempts.run(delivery, classified, schedule));
      this.metrics.count(delivery, classified, recorded);
      const { id, serviceId, attemptNumber } = delivery;
      const { outcome, httpStatus, errorCode } = classified;
      this.log.info(
        { deliveryId: id, serviceId, attemptNumber, outcome, httpStatus, errorCode, recorded: recorded.recorded },
        'notification attempt',
      );
      return recorded.more;
    });
  }
}
