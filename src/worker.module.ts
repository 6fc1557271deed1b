import { Module } from '@nestjs/common';
import { DirectBillingModule } from './direct-billing/direct-billing.module.js';
import { WebhookDeliveryModule } from './webhooks/webhook-delivery.module.js';

/** Everything that happens without a request: deliveries and due work. */
@Module({ imports: [DirectBillingModule, WebhookDeliveryModule] })
export class WorkerModule {}
