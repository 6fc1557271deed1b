import { Module } from '@nestjs/common';
import { OutboundModule } from '../outbound/outbound.module.js';
import { EndpointSlots } from '../outbound/dispatch/endpoint-slots.js';
import { DueEndpointsQuery } from './wake-up/due-endpoints.query.js';
import { WakeDueEndpointsService } from './delivery/wake-due-endpoints.service.js';
import { WebhookProcessor } from './delivery/webhook.processor.js';
import { WebhooksModule } from './webhooks.module.js';
import { AttemptMetrics } from './delivery/attempt-metrics.js';
import { ClaimDeliveriesService } from './delivery/claims/claim-deliveries.service.js';
import { ClearOldAttemptsService } from './delivery/clear-old-attempts.service.js';
import { DeliverEndpointService } from './delivery/deliver-endpoint.service.js';
import { SkipWithoutUrlService } from './delivery/skip-without-url.service.js';
import { MakeAttemptService } from './delivery/make-attempt.service.js';
import { RecordAttemptsService } from './delivery/record-attempts.service.js';

/** Delivers notifications. Only processes with the roles `worker` and `all` import this module. */
@Module({
  imports: [WebhooksModule, OutboundModule],
  providers: [
    AttemptMetrics,
    ClaimDeliveriesService,
    ClearOldAttemptsService,
    DeliverEndpointService,
    SkipWithoutUrlService,
    DueEndpointsQuery,
    EndpointSlots,
    MakeAttemptService,
    RecordAttemptsService,
    WakeDueEndpointsService,
    WebhookProcessor,
  ],
})
export class WebhookDeliveryModule {}
