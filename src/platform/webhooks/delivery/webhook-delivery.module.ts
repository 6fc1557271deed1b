import { Module, type OnModuleInit } from '@nestjs/common';
import { PeriodicTasks } from '../../../runtime/scheduling/periodic-tasks.js';
import { AttemptMetrics } from './attempt-metrics.js';
import { ClaimDeliveryService } from './claim-delivery.service.js';
import { ClearOldAttemptsService } from './clear-old-attempts.service.js';
import { DeliverEndpointService } from './deliver-endpoint.service.js';
import { DeliverySlots } from '../../outbound/turns/delivery-slots.js';
import { DropUnaddressedService } from './drop-unaddressed.service.js';
import { DueEndpointsQuery } from '../waking/due-endpoints.query.js';
import { MakeAttemptService } from './make-attempt.service.js';
import { NotificationSender } from './notification-sender.js';
import { RecordAttemptService } from './record-attempt.service.js';
import { RecordTogetherService } from './record-together.service.js';
import { SweepDeliveriesService } from '../waking/sweep-deliveries.service.js';
import { WebhookProcessor } from '../waking/webhook.processor.js';
import { WebhooksModule } from '../webhooks.module.js';

const SWEEP_EVERY_MS = 2_000;

/** Delivery of notifications; only the worker role has it. */
@Module({
  imports: [WebhooksModule],
  providers: [
    AttemptMetrics,
    ClaimDeliveryService,
    ClearOldAttemptsService,
    DeliverEndpointService,
    DeliverySlots,
    DropUnaddressedService,
    DueEndpointsQuery,
    MakeAttemptService,
    NotificationSender,
    RecordAttemptService,
    RecordTogetherService,
    SweepDeliveriesService,
    WebhookProcessor,
  ],
})
export class WebhookDeliveryModule implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly sweep: SweepDeliveriesService,
  ) {}

  onModuleInit(): void {
    this.tasks.register({ name: 'webhook sweep', everyMs: SWEEP_EVERY_MS, run: () => this.sweep.run() });
  }
}
