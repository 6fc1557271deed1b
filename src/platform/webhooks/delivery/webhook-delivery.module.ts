import { Module } from '@nestjs/common';
import { OutboundModule } from '../../outbound/outbound.module.js';
import { EndpointSlots } from '../../outbound/turns/endpoint-slots.js';
import { DueEndpointsQuery } from '../waking/due-endpoints.query.js';
import { SweepDeliveriesService } from '../waking/sweep-deliveries.service.js';
import { WebhookProcessor } from '../waking/webhook.processor.js';
import { WebhooksModule } from '../webhooks.module.js';
import { AttemptMetrics } from './attempt-metrics.js';
import { ClaimDeliveriesService } from './claim-deliveries.service.js';
import { ClearOldAttemptsService } from './clear-old-attempts.service.js';
import { DeliverEndpointService } from './deliver-endpoint.service.js';
import { DropUnaddressedService } from './drop-unaddressed.service.js';
import { MakeAttemptService } from './make-attempt.service.js';
import { RecordAttemptsService } from './record-attempts.service.js';

/** Delivery of notifications; only the worker role has it. */
@Module({
  imports: [WebhooksModule, OutboundModule],
  providers: [
    AttemptMetrics,
    ClaimDeliveriesService,
    ClearOldAttemptsService,
    DeliverEndpointService,
    DropUnaddressedService,
    DueEndpointsQuery,
    EndpointSlots,
    MakeAttemptService,
    RecordAttemptsService,
    SweepDeliveriesService,
    WebhookProcessor,
  ],
})
export class WebhookDeliveryModule {}
