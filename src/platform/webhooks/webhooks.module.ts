import { BullModule } from '@nestjs/bullmq';
import { Module, type OnModuleInit } from '@nestjs/common';
import { PRODUCER, QueueModule } from '../../runtime/queue/queue.module.js';
import { DeliveryFigures } from './inspection/delivery-figures.js';
import { LatePaidFigures } from './inspection/late-paid-figures.js';
import { DeliveryQueries } from './inspection/delivery.queries.js';
import { EndpointStatesQuery } from './inspection/endpoint-states.query.js';
import { EndpointWaker } from './waking/endpoint-waker.js';
import { NotificationCatalogue } from './outbox/notification-catalogue.js';
import { NotifyStatusQuery } from './outbox/notify-status.query.js';
import { Outbox } from './outbox/outbox.js';
import { SendTestNotificationService } from './outbox/send-test-notification.service.js';
import { TEST_TYPE, TestNotification } from './outbox/test-notification.js';
import { PaidStatuses } from './outbox/paid-statuses.js';
import { QueueFigures } from './waking/queue-figures.js';
import { NotificationBodies } from './personal-data/notification-bodies.js';
import { SentSignaturesQuery } from './personal-data/sent-signatures.query.js';
import { ResendDeliveryService } from './inspection/resend-delivery.service.js';
import { WEBHOOK_PRODUCER, WEBHOOK_QUEUE } from './waking/webhook-queue.js';

/** What every role needs: telling partners, looking at deliveries, sending one again. */
@Module({
  imports: [
    QueueModule,
    BullModule.registerQueueAsync({
      name: WEBHOOK_PRODUCER,
      configKey: PRODUCER,
      useFactory: () => ({ name: WEBHOOK_QUEUE, streams: { events: { maxLen: 100 } } }),
    }),
  ],
  providers: [
    DeliveryFigures,
    LatePaidFigures,
    DeliveryQueries,
    EndpointStatesQuery,
    EndpointWaker,
    NotificationBodies,
    NotificationCatalogue,
    NotifyStatusQuery,
    Outbox,
    PaidStatuses,
    QueueFigures,
    ResendDeliveryService,
    SendTestNotificationService,
    SentSignaturesQuery,
  ],
  exports: [
    DeliveryQueries,
    EndpointStatesQuery,
    EndpointWaker,
    NotificationCatalogue,
    NotifyStatusQuery,
    Outbox,
    PaidStatuses,
    ResendDeliveryService,
    SendTestNotificationService,
  ],
})
export class WebhooksModule implements OnModuleInit {
  constructor(private readonly notifications: NotificationCatalogue) {}

  onModuleInit(): void {
    const summary = 'Nothing happened: the operator of the gateway tries out whether notifications arrive and are verified.';
    this.notifications.add({ name: TEST_TYPE, summary, body: TestNotification });
  }
}
