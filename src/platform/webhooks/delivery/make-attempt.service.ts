import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../../runtime/logging/logger.js';
import type { NotifyTarget } from '../../partners/services/notify-target.js';
import { ServiceKeys } from '../../partners/keys/service-keys.js';
import { AttemptMetrics } from './attempt-metrics.js';
import type { RecordedAttempt } from './attempt-result.js';
import { signedBody } from './body-signature.js';
import type { ClaimedDelivery } from './claim-delivery.service.js';
import { NotificationSender } from './notification-sender.js';
import type { Notification, SendResult } from './send-result.js';
import { inAttemptSpan, inRecordSpan } from './notification-spans.js';
import { RecordAttemptService } from './record-attempt.service.js';
import { DEFAULT_RETRY_SCHEDULE } from '../../outbound/retry-schedule.js';
import { standardWebhookHeaders } from './standard-webhook-headers.js';

/** One attempt: sign with the keys that were valid when it was claimed, send, record. */
@Injectable()
export class MakeAttemptService {
  constructor(
    private readonly keys: ServiceKeys,
    private readonly sender: NotificationSender,
    private readonly record: RecordAttemptService,
    private readonly metrics: AttemptMetrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @param sent told when the receiver is done with it, before anything is written down. */
  run(delivery: ClaimedDelivery, target: NotifyTarget & { url: string }, sent: (result: SendResult) => void): Promise<RecordedAttempt> {
    return inAttemptSpan(delivery, sent, (noted) => this.attempt(delivery, target, noted));
  }

  private async attempt(
    delivery: ClaimedDelivery,
    target: NotifyTarget & { url: string },
    sent: (result: SendResult) => void,
  ): Promise<RecordedAttempt> {
    const result = await this.sender.send(this.signed(delivery, target));
    sent(result);
    const schedule = target.retryScheduleSeconds ?? DEFAULT_RETRY_SCHEDULE;
    const recording = await inRecordSpan(() => this.record.run(delivery, result, schedule));
    this.metrics.count(delivery, result, recording);
    const { id, serviceId, attemptNumber } = delivery;
    const { outcome, httpStatus, errorCode } = result;
    this.log.info(
      { deliveryId: id, serviceId, attemptNumber, outcome, httpStatus, errorCode, recorded: recording.recorded },
      'notification attempt',
    );
    return recording;
  }

  private signed(delivery: ClaimedDelivery, target: NotifyTarget & { url: string }): Notification {
    const { bodyKey, webhookSecrets } = this.keys.opened(delivery.serviceId, target.keys);
    const body = signedBody(delivery, bodyKey);
    return { url: target.url, body, headers: { ...standardWebhookHeaders(delivery.id, delivery.startedAt, body, webhookSecrets) } };
  }
}
