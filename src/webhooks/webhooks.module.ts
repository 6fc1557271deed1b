import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { PRODUCER, QueueModule } from '../queue/queue.module.js';
import { DeliveryFigures } from './delivery-figures.js';
import { DeliveryQueries } from './delivery.queries.js';
import { EndpointStatesQuery } from './endpoint-states.query.js';
import { EndpointWaker } from './endpoint-waker.js';
import { NotifyStatusQuery } from './notify-status.query.js';
import { Outbox } from './outbox.js';
import { PaidStatuses } from './paid-statuses.js';
import { QueueFigures } from './queue-figures.js';
import { ResendDeliveryService } from './resend-delivery.service.js';
import { WEBHOOK_PRODUCER, WEBHOOK_QUEUE } from './webhook-queue.js';

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
    DeliveryQueries,
    EndpointStatesQuery,
    EndpointWaker,
    NotifyStatusQuery,
    Outbox,
    PaidStatuses,
    QueueFigures,
    ResendDeliveryService,
  ],
  exports: [DeliveryQueries, EndpointStatesQuery, EndpointWaker, NotifyStatusQuery, Outbox, PaidStatuses, ResendDeliveryService],
})
export class WebhooksModule {}
