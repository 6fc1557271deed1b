import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../logging/logger.js';
import { ServiceKeys } from '../partners/service-keys.js';
import { AttemptMetrics } from './attempt-metrics.js';
import { signedBody } from './body-signature.js';
import type { ClaimedDelivery } from './claim-delivery.service.js';
import { type Notification, NotificationSender } from './notification-sender.js';
import { RecordAttemptService } from './record-attempt.service.js';
import { standardWebhookHeaders } from './standard-webhook-headers.js';

/** One attempt: sign with the keys valid now, send, record. */
@Injectable()
export class MakeAttemptService {
  constructor(
    private readonly keys: ServiceKeys,
    private readonly sender: NotificationSender,
    private readonly record: RecordAttemptService,
    private readonly metrics: AttemptMetrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async run(delivery: ClaimedDelivery, url: string, schedule: readonly number[]): Promise<void> {
    const notification = await this.signed(delivery, url);
    const result = await this.sender.send(notification);
    const recorded = await this.record.run(delivery, result, schedule);
    this.metrics.count(delivery, result, schedule, recorded);
    const { id, serviceId, attemptNumber } = delivery;
    const { outcome, httpStatus, errorCode } = result;
    this.log.info({ deliveryId: id, serviceId, attemptNumber, outcome, httpStatus, errorCode, recorded }, 'notification attempt');
  }

  private async signed(delivery: ClaimedDelivery, url: string): Promise<Notification> {
    const { bodyKey, webhookSecrets } = await this.keys.signingKeys(delivery.serviceId);
    const body = signedBody(delivery, bodyKey);
    return { url, body, headers: { ...standardWebhookHeaders(delivery.id, delivery.startedAt, body, webhookSecrets) } };
  }
}
