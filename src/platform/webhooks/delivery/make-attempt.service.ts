import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { OutboundClient } from '../../outbound/outbound-client.js';
import type { OutboundRequest } from '../../outbound/outbound-message.js';
import type { Slot } from '../../outbound/turns/endpoint-slots.js';
import { AttemptMetrics } from './attempt-metrics.js';
import type { ClaimedDelivery } from './claims/claimed-delivery.js';
import { judgeResponse } from './judge-response.js';
import { inAttemptSpan, inRecordSpan, tellOutcome } from './notification-spans.js';
import { RecordAttemptsService } from './record-attempts.service.js';

/** An attempt that can be made: signed with the keys that were valid when it was claimed. */
export interface Attempt {
  delivery: ClaimedDelivery;
  notification: OutboundRequest;
  schedule: readonly number[];
}

/** One attempt: send, leave the slot to others, record. */
@Injectable()
export class MakeAttemptService {
  constructor(
    private readonly client: OutboundClient,
    private readonly record: RecordAttemptsService,
    private readonly metrics: AttemptMetrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @returns whether something more became due at the endpoint. */
  run({ delivery, notification, schedule }: Attempt, slot: Slot): Promise<boolean> {
    return inAttemptSpan(delivery, async (span) => {
      slot.begin();
      const response = await this.client.post(notification);
      slot.end(response.httpStatus !== null);
      const judged = { ...response, outcome: judgeResponse(response) };
      tellOutcome(span, judged);
      const recorded = await inRecordSpan(() => this.record.run(delivery, judged, schedule));
      this.metrics.count(delivery, judged, recorded);
      const { id, serviceId, attemptNumber } = delivery;
      const { outcome, httpStatus, errorCode } = judged;
      this.log.info(
        { deliveryId: id, serviceId, attemptNumber, outcome, httpStatus, errorCode, recorded: recorded.recorded },
        'notification attempt',
      );
      return recorded.more;
    });
  }
}
