import { Module, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PeriodicTasks } from '../scheduling/periodic-tasks.js';
import { AttemptMetrics } from './attempt-metrics.js';
import { ClaimDeliveryService } from './claim-delivery.service.js';
import { DeliverEndpointService } from './deliver-endpoint.service.js';
import { DeliverySlots } from './delivery-slots.js';
import { DropUnaddressedService } from './drop-unaddressed.service.js';
import { MakeAttemptService } from './make-attempt.service.js';
import { NextDueQuery } from './next-due.query.js';
import { NotificationSender } from './notification-sender.js';
import { PostponeFirstAttemptsService } from './postpone-first-attempts.service.js';
import { RecordAttemptService } from './record-attempt.service.js';
import { SweepDeliveriesService } from './sweep-deliveries.service.js';
import { WebhookProcessor } from './webhook.processor.js';
import { WebhooksModule } from './webhooks.module.js';

const SWEEP_EVERY_MS = 2_000;
const PARTITIONS_EVERY_MS = 86_400_000;
const MONTHS_AHEAD = 3;

/** Delivery of notifications; only the worker role has it. */
@Module({
  imports: [WebhooksModule],
  providers: [
    AttemptMetrics,
    ClaimDeliveryService,
    DeliverEndpointService,
    DeliverySlots,
    DropUnaddressedService,
    MakeAttemptService,
    NextDueQuery,
    NotificationSender,
    PostponeFirstAttemptsService,
    RecordAttemptService,
    SweepDeliveriesService,
    WebhookProcessor,
  ],
})
export class WebhookDeliveryModule implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly sweep: SweepDeliveriesService,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    this.tasks.register({ name: 'webhook sweep', everyMs: SWEEP_EVERY_MS, run: () => this.sweep.run() });
    this.tasks.register({
      name: 'webhook attempt partitions',
      everyMs: PARTITIONS_EVERY_MS,
      run: () => this.dataSource.query(`SELECT ensure_month_partitions('webhook_attempt', ${MONTHS_AHEAD})`),
    });
  }
}
