import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { PRODUCER, QueueModule } from '../../runtime/queue/queue.module.js';
import { DeliveryGauges } from './inspection/delivery-gauges.js';
import { UnacknowledgedPaidGauges } from './inspection/unacknowledged-paid-gauges.js';
import { LatePaidQuery } from './inspection/late-paid.query.js';
import { DeliveryQueries } from './inspection/delivery.queries.js';
import { EndpointStatesQuery } from './inspection/endpoint-states.query.js';
import { ExamineNotificationService } from './inspection/examine-notification.service.js';
import { EventFeedQuery } from './inspection/event-feed.query.js';
import { EndpointWaker } from './wake-up/endpoint-waker.js';
import { Outbox } from './outbox/outbox.js';
import { SendTestNotificationService } from './outbox/send-test-notification.service.js';
import { QueueGauges } from './wake-up/queue-gauges.js';
import { NotificationBodies } from './personal-data.js';
import { FindDeliveriesQuery } from './inspection/search/find-deliveries.query.js';
import { SentRequestsQuery } from './inspection/search/sent-requests.query.js';
import { HoldEndpointService } from './inspection/hold-endpoint.service.js';
import { ResendBatchesService } from './inspection/resend-batches.service.js';
import { ResendMatchingService } from './inspection/resend-matching.service.js';
import { ResendDeliveriesService } from './inspection/resend-deliveries.service.js';
import { ResendDeliveryService } from './inspection/resend-delivery.service.js';
import { WEBHOOK_PRODUCER, WEBHOOK_QUEUE } from './wake-up/webhook-queue.js';

/** The outbox, the inspection of deliveries and resending. API processes, workers and commands all import this module. */
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
    DeliveryGauges,
    UnacknowledgedPaidGauges,
    LatePaidQuery,
    DeliveryQueries,
    EndpointStatesQuery,
    EndpointWaker,
    EventFeedQuery,
    ExamineNotificationService,
    FindDeliveriesQuery,
    HoldEndpointService,
    NotificationBodies,
    Outbox,
    QueueGauges,
    ResendDeliveriesService,
    ResendDeliveryService,
    ResendBatchesService,
    ResendMatchingService,
    SentRequestsQuery,
    SendTestNotificationService,
  ],
  exports: [
    DeliveryQueries,
    EndpointStatesQuery,
    EndpointWaker,
    EventFeedQuery,
    ExamineNotificationService,
    FindDeliveriesQuery,
    HoldEndpointService,
    LatePaidQuery,
    Outbox,
    ResendDeliveriesService,
    ResendDeliveryService,
    ResendMatchingService,
    SentRequestsQuery,
    SendTestNotificationService,
  ],
})
export class WebhooksModule {}
